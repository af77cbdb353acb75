package dev.operatorkit.wallet;

import dev.operatorkit.wallet.engine.BoundedLookups;
import dev.operatorkit.wallet.engine.SessionCache;
import dev.operatorkit.wallet.engine.ThreadControl;
import dev.operatorkit.wallet.engine.WalletEngine;
import java.time.Clock;
import java.time.Duration;

/**
 * Implements the five callbacks on a {@link WalletStore}. Concurrent movements are committed in batches, each exactly
 * once, and no response is returned before its commit. Determines whether a failed movement is reported as 422, 503 or
 * 500 (ERR-3, ERR-4, D-29). Thread-safe. Any number of wallets, in one process or several, may use the same database:
 * the locks and unique keys of the store keep their movements apart. Only {@link Builder} creates it.
 */
public interface TransactionalWallet extends Wallet, AutoCloseable {
    /**
     * Returns a builder of a wallet.
     *
     * @param store the store of accounts, rounds and transactions
     * @param players the directory of sessions and players
     */
    static Builder builder(WalletStore store, PlayerDirectory players) {
        return new Builder(store, players);
    }

    /**
     * Stops accepting movements and waits, for at most {@link GroupCommitOptions#maxWait}, for those already accepted.
     * The ones that are then still waiting for a unit of work, and all that arrive after this call, end as {@link
     * Refusal#BUSY}.
     */
    @Override
    void close();

    /** Builds a wallet. Not thread-safe. */
    final class Builder {
        private final WalletStore store;
        private final PlayerDirectory players;
        private Clock clock = Clock.systemUTC();
        private DebitPolicy policy = DebitPolicy.ACCEPT_ALL;
        private GroupCommitOptions groupCommit = GroupCommitOptions.defaults();
        private WalletListener listener = WalletListener.NO_OP;
        private Duration sessionCache = Duration.ZERO;

        private Builder(WalletStore store, PlayerDirectory players) {
            this.store = store;
            this.players = players;
        }

        /** Sets the clock for expiry and for the times of transactions; by default that of the system. */
        public Builder clock(Clock value) {
            clock = value;
            return this;
        }

        /** Sets the policy that may refuse debits; by default none is refused. */
        public Builder policy(DebitPolicy value) {
            policy = value;
            return this;
        }

        /** Sets the options of group commit; by default {@link GroupCommitOptions#defaults}. */
        public Builder groupCommit(GroupCommitOptions value) {
            groupCommit = value;
            return this;
        }

        /** Sets the listener that receives the events of every movement and batch; by default none. */
        public Builder listener(WalletListener value) {
            listener = value;
            return this;
        }

        /**
         * Keeps a session for this time after the directory has found it, which saves a query for each debit; by default for none. A session
         * that ends or changes meanwhile counts as found for that long. The cache takes up to a sixteenth of the heap and is emptied then.
         *
         * @throws IllegalArgumentException if the time is negative or longer than an hour
         */
        public Builder sessionCache(Duration value) {
            if (value.isNegative() || value.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException("Sessions are cached for 0 to 60 minutes, not for " + value + ".");
            }
            sessionCache = value;
            return this;
        }

        /** Returns the wallet, whose threads are started. */
        public TransactionalWallet build() {
            return new WalletEngine(
                    store,
                    policy,
                    SessionCache.of(players, sessionCache, Runtime.getRuntime().maxMemory() / 16, ThreadControl.SYSTEM),
                    clock,
                    groupCommit,
                    listener,
                    new BoundedLookups(store),
                    ThreadControl.SYSTEM);
        }
    }
}
