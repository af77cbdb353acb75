package dev.operatorkit.reference.simulation;

import dev.operatorkit.reference.simulation.Kernel.Strand;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds the locks of a simulated store; who waits for one gets it in the order of arrival. */
final class LockTable {
    private final Kernel kernel;
    private final Map<String, Lock> locks = new HashMap<>();

    LockTable(Kernel kernel) {
        this.kernel = kernel;
    }

    private static final class Lock {
        @Nullable
        Holder holder;

        final Deque<Holder> queue = new ArrayDeque<>();
    }

    /** Represents a transaction that acquires locks and releases them together. */
    final class Holder {
        private final Strand strand;
        private final Set<String> keys = new LinkedHashSet<>();

        Holder(Strand strand) {
            this.strand = strand;
        }

        /** Asks for a lock, and returns true if it is free. */
        boolean request(String key) {
            var lock = locks.computeIfAbsent(key, unused -> new Lock());
            keys.add(key);
            if (lock.holder == null) {
                lock.holder = this;
            } else {
                lock.queue.add(this);
            }
            return lock.holder == this;
        }

        boolean isHolderOf(String key) {
            return Objects.requireNonNull(locks.get(key)).holder == this;
        }

        void release() {
            for (var key : keys) {
                var lock = Objects.requireNonNull(locks.get(key));
                lock.queue.remove(this);
                if (lock.holder == this) {
                    lock.holder = lock.queue.poll();
                    if (lock.holder != null) {
                        kernel.wake(lock.holder.strand);
                    }
                }
            }
            keys.clear();
        }
    }
}
