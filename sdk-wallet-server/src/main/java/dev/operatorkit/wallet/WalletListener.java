package dev.operatorkit.wallet;

import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.time.Duration;

/**
 * Told what happens, for metrics, alarms and followers of the ledger. Movements are told after their commit and once; a
 * process that dies in between tells nothing. Every method may be called by many threads at once and should be quick; what
 * it throws is logged and changes no answer.
 */
public interface WalletListener {
    /** Hears nothing. */
    WalletListener NO_OP = new WalletListener() {};

    /** A callback was signed well and just now. */
    default void onVerified(String method, String rawPath) {}

    /** A callback was answered 401: its signature or timestamp is no good (SIG-13). */
    default void onSignatureRejected(Verification.Reason reason) {}

    /** A callback was answered 401: its source address is not allowed (NET-2). */
    default void onSourceRejected() {}

    /** A callback was answered. */
    default void onResponded(String method, String rawPath, int status, Duration took) {}

    /** A movement was applied and is committed. */
    default void onApplied(StoredTransaction transaction) {}

    /** A rollback of a debit that is not there was recorded and is committed (D-25). */
    default void onTombstone(StoredTransaction transaction) {}

    /** A movement was answered as before; {@code differs} when it did not say the same as then (D-21). */
    default void onReplayed(StoredTransaction transaction, boolean differs) {}

    /** An informational field could not be read; the callback was processed without it (D-54). */
    default void onUnreadableField(Kind kind, String field) {}

    /** A movement was refused, or a settlement could not be tried; nothing was written. */
    default void onRefused(Kind kind, Refusal why) {}

    /** Nobody knows whether a movement was written: its commit went unanswered, or a debit could not be looked up (D-29). */
    default void onIndeterminate(Kind kind) {}

    /** A batch has ended: how many there were, how long the first of them had waited, how long the unit took. */
    default void onBatchCommitted(int size, Duration waited, Duration took) {}
}
