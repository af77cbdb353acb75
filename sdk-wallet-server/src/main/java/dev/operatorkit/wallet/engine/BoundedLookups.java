package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import dev.operatorkit.wallet.WalletStore;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks transactions up outside any unit of work, each with a time limit: a database that hangs answers no read, and the
 * provider must get its 500 before it times out (D-29, D-34). Reads that hang occupy at most {@value #THREADS} threads.
 */
public final class BoundedLookups implements Lookups {
    private static final int THREADS = 16;
    private static final int MAX_WAITING = 10_000;
    private static final long IDLE_SECONDS = 10;

    private final WalletStore store;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MAX_WAITING), task -> {
                var thread = new Thread(task, "wallet-lookup");
                thread.setDaemon(true);
                return thread;
            });

    /** Creates lookups in a store. */
    public BoundedLookups(WalletStore store) {
        this.store = store;
        // Idle threads end, so that this class needs no close.
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public Optional<StoredTransaction> find(String accountId, String transactionId, long nanos) {
        try {
            var read = threads.submit(() -> accountId.isEmpty()
                    ? store.findTransaction(transactionId)
                    : store.findTransaction(new TransactionLookup(accountId, transactionId)));
            try {
                return read.get(nanos, TimeUnit.NANOSECONDS);
            } finally {
                // Without an interrupt, because H2 closes its file when a thread is interrupted while it reads it.
                read.cancel(false);
            }
        } catch (RejectedExecutionException e) {
            throw StoreException.rolledBack("too many look-ups wait for the store", e);
        } catch (TimeoutException e) {
            throw StoreException.rolledBack("the store did not answer a look-up in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StoreException.rolledBack("interrupted while a look-up waited for the store", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("a look-up throws no checked exception", e);
        }
    }
}
