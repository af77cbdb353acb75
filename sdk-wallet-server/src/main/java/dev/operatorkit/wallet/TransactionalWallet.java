package dev.operatorkit.wallet;

import dev.operatorkit.wallet.engine.BoundedLookups;
import dev.operatorkit.wallet.engine.ThreadControl;
import dev.operatorkit.wallet.engine.WalletEngine;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.time.Clock;
import java.util.Optional;

/**
 * Implements the five callbacks on a {@link WalletStore}. Concurrent movements are committed in batches, each exactly
 * once, and no response is returned before its commit. Determines whether a failed movement is reported as 422, 503 or
 * 500 (ERR-3, ERR-4, D-29). Thread-safe. Any number of wallets, in one process or several, may use the same database:
 * the locks and unique keys of the store keep their movements apart.
 */
public final class TransactionalWallet implements Wallet, AutoCloseable {
    private final WalletEngine engine;

    /**
     * Returns a builder of a wallet.
     *
     * @param store the store of accounts, rounds and transactions
     * @param players the directory of sessions and players
     */
    public static Builder builder(WalletStore store, PlayerDirectory players) {
        return new Builder(store, players);
    }

    /** Creates a wallet whose lookups and threads a simulation controls. */
    TransactionalWallet(WalletEngine engine) {
        this.engine = engine;
    }

    @Override
    public PlayerOutcome authenticatePlayer(String gameId, String token) {
        return engine.authenticatePlayer(gameId, token);
    }

    @Override
    public Outcome debit(Debit debit, byte[] rawBody) {
        return engine.debit(debit, rawBody);
    }

    @Override
    public Outcome credit(Credit credit, byte[] rawBody) {
        return engine.credit(credit, rawBody);
    }

    @Override
    public Outcome rollback(Rollback rollback, byte[] rawBody) {
        return engine.rollback(rollback, rawBody);
    }

    @Override
    public Outcome answerInvalid(InvalidCallback callback, byte[] rawBody) {
        return engine.answerInvalid(callback, rawBody);
    }

    @Override
    public Optional<TransactionResult> findTransaction(String accountId, String transactionId) {
        return engine.findTransaction(accountId, transactionId);
    }

    @Override
    public WalletListener listener() {
        return engine.listener();
    }

    /**
     * Stops accepting movements and waits, for at most {@link GroupCommitOptions#maxWait}, for those already accepted.
     * The ones that are then still waiting for a unit of work, and all that arrive after this call, end as {@link
     * Refusal#BUSY}.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** Builds a wallet. Not thread-safe. */
    public static final class Builder {
        private final WalletStore store;
        private final PlayerDirectory players;
        private Clock clock = Clock.systemUTC();
        private DebitPolicy policy = DebitPolicy.ACCEPT_ALL;
        private GroupCommitOptions groupCommit = GroupCommitOptions.defaults();
        private WalletListener listener = WalletListener.NO_OP;

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

        /** Returns the wallet, whose threads are started. */
        public TransactionalWallet build() {
            return new TransactionalWallet(new WalletEngine(
                    store,
                    policy,
                    players,
                    clock,
                    groupCommit,
                    listener,
                    new BoundedLookups(store),
                    ThreadControl.SYSTEM));
        }
    }
}
