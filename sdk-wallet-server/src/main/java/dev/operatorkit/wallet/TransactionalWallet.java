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
     * Creates a wallet with the default group commit and no listener.
     *
     * @param store the store of accounts, rounds and transactions
     * @param players the directory of sessions and players
     * @param clock the clock for expiry and for the times of transactions
     */
    public TransactionalWallet(WalletStore store, PlayerDirectory players, Clock clock) {
        this(store, players, clock, GroupCommitOptions.defaults(), WalletListener.NO_OP);
    }

    /**
     * Creates a wallet.
     *
     * @param store the store of accounts, rounds and transactions
     * @param players the directory of sessions and players
     * @param clock the clock for expiry and for the times of transactions
     * @param options the group-commit options
     * @param listener the listener that receives the events of every movement and batch
     */
    public TransactionalWallet(
            WalletStore store,
            PlayerDirectory players,
            Clock clock,
            GroupCommitOptions options,
            WalletListener listener) {
        this(store, DebitPolicy.ACCEPT_ALL, players, clock, options, listener);
    }

    /**
     * Creates a wallet whose debits need the operator's consent.
     *
     * @param store the store of accounts, rounds and transactions
     * @param policy the policy that may refuse debits
     * @param players the directory of sessions and players
     * @param clock the clock for expiry and for the times of transactions
     * @param options the group-commit options
     * @param listener the listener that receives the events of every movement and batch
     */
    public TransactionalWallet(
            WalletStore store,
            DebitPolicy policy,
            PlayerDirectory players,
            Clock clock,
            GroupCommitOptions options,
            WalletListener listener) {
        this(new WalletEngine(
                store, policy, players, clock, options, listener, new BoundedLookups(store), ThreadControl.SYSTEM));
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
}
