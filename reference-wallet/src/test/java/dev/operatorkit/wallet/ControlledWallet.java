package dev.operatorkit.wallet;

import dev.operatorkit.wallet.engine.ThreadControl;
import dev.operatorkit.wallet.engine.WalletEngine;
import java.time.Clock;

/** Creates wallets whose threads and time are under control of a simulation. */
public final class ControlledWallet {
    private ControlledWallet() {}

    /** Reads the elapsed time, and parks and wakes threads. */
    public interface Threads {
        /** Returns the elapsed time in nanoseconds. */
        long nanoTime();

        /** Parks the current thread, for at most this time. */
        void park(long nanos);

        /** Wakes a thread. */
        void unpark(Thread thread);

        /** Returns a number of nanoseconds from half of {@code most} on, for a pause. */
        long pause(long most);
    }

    /** Creates a wallet that looks transactions up on the thread of the caller. */
    public static TransactionalWallet create(
            WalletStore store, PlayerDirectory players, Clock clock, GroupCommitOptions options, Threads threads) {
        return new WalletEngine(
                store,
                DebitPolicy.ACCEPT_ALL,
                players,
                clock,
                options,
                WalletListener.NO_OP,
                (account, id, nanos) -> store.findTransaction(new Wallet.TransactionLookup(account, id)),
                new ThreadControl() {
                    @Override
                    public long nanoTime() {
                        return threads.nanoTime();
                    }

                    @Override
                    public void park(Object blocker) {
                        threads.park(Long.MAX_VALUE);
                    }

                    @Override
                    public void parkNanos(Object blocker, long nanos) {
                        threads.park(nanos);
                    }

                    @Override
                    public void pause(long most) {
                        threads.park(threads.pause(most));
                    }

                    @Override
                    public void unpark(Thread thread) {
                        threads.unpark(thread);
                    }
                });
    }
}
