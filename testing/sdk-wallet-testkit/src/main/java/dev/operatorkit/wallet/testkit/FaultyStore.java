package dev.operatorkit.wallet.testkit;

import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Wraps a store and injects faults, to test the responses of a wallet (D-29). Thread-safe. */
public final class FaultyStore implements WalletStore {
    private final WalletStore store;
    private final Map<Step, Queue<Fault>> planned = new EnumMap<>(Step.class);
    private final AtomicInteger commits = new AtomicInteger();
    private volatile boolean unreadable;

    /** Creates a wrapper without faults. */
    public FaultyStore(WalletStore store) {
        this.store = store;
        for (var step : Step.values()) {
            planned.put(step, new ConcurrentLinkedQueue<>());
        }
    }

    /** Lists the steps of a unit of work. */
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

    /** Lists the faults of a step. */
    public enum Fault {
        /** No fault. */
        NONE,
        /** The step fails, and it is guaranteed that nothing was written. */
        ROLLED_BACK,
        /**
         * The step fails, it is guaranteed that nothing was written, and a retry may succeed: a deadlock or a
         * serialization failure.
         */
        COLLISION,
        /** The connection is lost before the step is done. */
        LOST_BEFORE,
        /** The connection is lost after the step was done; only for {@link Step#COMMIT}. */
        LOST_AFTER,
        /** Behaves like {@link #LOST_AFTER}; all further reads fail until {@code setUnreadable(false)} is called. */
        GONE_AFTER,
        /** The store throws an exception other than {@code StoreException}, before the step is done. */
        BROKEN,
        /** The process dies: the step throws {@link Crash} before it does anything. */
        CRASH
    }

    /** Simulates the death of the process. After a wallet has thrown it, discard that wallet. */
    public static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("the process died");
        }
    }

    /** Queues faults: each of the next executions of this step takes one. Use {@link Fault#NONE} to let one succeed. */
    public FaultyStore inject(Step step, Fault... faults) {
        queue(step).addAll(List.of(faults));
        return this;
    }

    /**
     * Makes every read fail, within a unit of work or outside, as if the database were unreachable.
     *
     * @param unreadable true to make reads fail, false to let them work again
     */
    public FaultyStore setUnreadable(boolean unreadable) {
        this.unreadable = unreadable;
        return this;
    }

    private void requireReadable() {
        if (unreadable) {
            throw StoreException.rolledBack("planned: unreadable", null);
        }
    }

    /** Returns the number of successful commits, including those that then lost their connection. */
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

    @Override
    public Optional<StoredTransaction> findTransaction(TransactionLookup lookup) {
        requireReadable();
        return store.findTransaction(lookup);
    }

    @Override
    public int partition(String accountId) {
        return store.partition(accountId);
    }

    @Override
    public Placement placement() {
        return store.placement();
    }

    private Queue<Fault> queue(Step step) {
        return Objects.requireNonNull(planned.get(step), "no queue for a step");
    }

    /** Fails now, or returns the fault to apply once the step is done. */
    private Fault before(Step step) {
        var fault = Objects.requireNonNullElse(queue(step).poll(), Fault.NONE);
        switch (fault) {
            case ROLLED_BACK -> throw StoreException.rolledBack("planned", null);
            case COLLISION -> throw StoreException.retryable("planned", null);
            case LOST_BEFORE -> throw StoreException.outcomeUnknown("planned", null);
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
        public Snapshot lockAndRead(ReadRequest request) {
            requireReadable();
            before(Step.LOCK_AND_READ);
            return unit.lockAndRead(request);
        }

        @Override
        public Optional<StoredTransaction> findInOtherPartitions(String transactionId) {
            requireReadable();
            return unit.findInOtherPartitions(transactionId);
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
                throw StoreException.outcomeUnknown("planned", null);
            }
        }

        @Override
        public void close() {
            unit.close();
        }
    }
}
