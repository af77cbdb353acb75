package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Wraps a store: a test can make the units of an account wait, and sees in which order transactions were committed. */
final class HeldStore implements WalletStore {
    /** The ids of the committed transactions in their order; callers may wake up in another one. */
    final Queue<String> committed = new ConcurrentLinkedQueue<>();

    /** Delays every read, in a unit of work or outside. */
    volatile CountDownLatch readable = new CountDownLatch(0);

    private final WalletStore store;
    private final Map<String, CountDownLatch> locks = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> commits = new ConcurrentHashMap<>();
    private final Queue<String> held = new ConcurrentLinkedQueue<>();

    HeldStore(WalletStore store) {
        this.store = store;
    }

    /** Makes units with this account wait before they lock it. */
    CountDownLatch holdLock(String account) {
        var latch = new CountDownLatch(1);
        locks.put(account, latch);
        return latch;
    }

    /** Makes units with this account wait before their commit. */
    CountDownLatch holdCommit(String account) {
        var latch = new CountDownLatch(1);
        commits.put(account, latch);
        return latch;
    }

    /** Returns once units with these accounts wait, as often as they are named. */
    void awaitHeld(String... accounts) {
        await(() -> held.size() >= accounts.length && held.containsAll(List.of(accounts)));
    }

    static void await(BooleanSupplier condition) {
        var deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("waited for a minute");
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public UnitOfWork begin() {
        return new HeldUnit(store.begin());
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        pass(readable);
        return store.findTransaction(transactionId);
    }

    private static void pass(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw StoreException.rolledBack("interrupted", e);
        }
    }

    private final class HeldUnit extends ForwardingUnit {
        private List<String> accounts = List.of();
        private List<String> ids = List.of();

        private HeldUnit(UnitOfWork unit) {
            super(unit);
        }

        @Override
        public Snapshot lockAndRead(ReadRequest request) {
            pass(readable);
            accounts = List.copyOf(request.accountIds());
            hold(locks);
            return super.lockAndRead(request);
        }

        @Override
        public void write(Changes changes) {
            super.write(changes);
            ids = changes.transactions().stream()
                    .map(StoredTransaction::transactionId)
                    .toList();
        }

        @Override
        public void commit() {
            hold(commits);
            super.commit();
            committed.addAll(ids);
        }

        private void hold(Map<String, CountDownLatch> latches) {
            for (var account : accounts) {
                var latch = latches.get(account);
                if (latch != null) {
                    held.add(account);
                    pass(latch);
                }
            }
        }
    }
}
