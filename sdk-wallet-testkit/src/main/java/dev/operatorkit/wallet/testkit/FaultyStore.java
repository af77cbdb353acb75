package dev.operatorkit.wallet.testkit;

import dev.operatorkit.wallet.StoreException.Indeterminate;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that fails when it is told to, for tests of what a wallet then answers (D-29). Otherwise it is the store that it wraps. */
public final class FaultyStore implements WalletStore {
    private final WalletStore store;
    private final Map<Step, Queue<Fault>> planned = new EnumMap<>(Step.class);
    private final AtomicInteger commits = new AtomicInteger();
    private volatile boolean unreadable;

    /** Wraps a store; nothing fails yet. */
    public FaultyStore(WalletStore store) {
        this.store = store;
        for (var step : Step.values()) {
            planned.put(step, new ConcurrentLinkedQueue<>());
        }
    }

    /** The steps of a unit of work. */
    public enum Step {
        /** {@link WalletStore#begin}. */
        BEGIN,
        /** {@link WalletStore.UnitOfWork#lockAndRead}. */
        LOCK_AND_READ,
        /** {@link WalletStore.UnitOfWork#write}. */
        WRITE,
        /** {@link WalletStore.UnitOfWork#commit}. */
        COMMIT
    }

    /** What goes wrong. */
    public enum Fault {
        /** Nothing. */
        NONE,
        /** Surely nothing was written. */
        ROLLED_BACK,
        /** Surely nothing was written, and another try may pass: a deadlock, a serialization failure. */
        COLLISION,
        /** The connection is lost; whatever the step was to do is not done. */
        LOST_BEFORE,
        /** The connection is lost after the step was done; of a commit alone. */
        LOST_AFTER,
        /** As {@link #LOST_AFTER}, and from then on nothing can be read, until {@link #setUnreadable} says otherwise. */
        GONE_AFTER,
        /** The store throws what it should not, before it does anything. */
        BROKEN,
        /** The process dies. */
        CRASH
    }

    /** The process died: nothing after this is run. */
    public static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("the process died");
        }
    }

    /** The next time this step comes, this happens; the time after next, the next fault planned for it. */
    public FaultyStore inject(Step step, Fault... faults) {
        queue(step).addAll(List.of(faults));
        return this;
    }

    /** Lets every read fail from now on, in a unit of work or outside one, as with a database that is gone; or no longer. */
    public FaultyStore setUnreadable(boolean changed) {
        unreadable = changed;
        return this;
    }

    private void requireReadable() {
        if (unreadable) {
            throw new RolledBack("planned: unreadable", false, null);
        }
    }

    /** How many commits were done. */
    public int commits() {
        return commits.get();
    }

    @Override
    public UnitOfWork begin() {
        requireReadable();
        before(Step.BEGIN);
        return new FaultyUnit(store.begin());
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        requireReadable();
        return store.findTransaction(transactionId);
    }

    private Queue<Fault> queue(Step step) {
        return Objects.requireNonNull(planned.get(step), "every step has a queue");
    }

    /** Fails now, or says what is to go wrong once the step is done. */
    private Fault before(Step step) {
        var fault = Objects.requireNonNullElse(queue(step).poll(), Fault.NONE);
        switch (fault) {
            case ROLLED_BACK -> throw new RolledBack("planned", false, null);
            case COLLISION -> throw new RolledBack("planned", true, null);
            case LOST_BEFORE -> throw new Indeterminate("planned", null);
            case BROKEN -> throw new IllegalStateException("planned");
            case CRASH -> throw new Crash();
            default -> {}
        }
        return fault;
    }

    private final class FaultyUnit implements UnitOfWork {
        private final UnitOfWork unit;

        FaultyUnit(UnitOfWork unit) {
            this.unit = unit;
        }

        @Override
        public Snapshot lockAndRead(ReadRequest wanted) {
            requireReadable();
            before(Step.LOCK_AND_READ);
            return unit.lockAndRead(wanted);
        }

        @Override
        public void write(Changes changes) {
            before(Step.WRITE);
            unit.write(changes);
        }

        @Override
        public void commit() {
            var fault = before(Step.COMMIT);
            unit.commit();
            commits.incrementAndGet();
            if (fault == Fault.GONE_AFTER) {
                setUnreadable(true);
            }
            if (fault == Fault.LOST_AFTER || fault == Fault.GONE_AFTER) {
                throw new Indeterminate("planned", null);
            }
        }

        @Override
        public void close() {
            unit.close();
        }
    }
}
