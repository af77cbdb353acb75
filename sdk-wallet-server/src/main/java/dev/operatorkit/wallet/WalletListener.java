package dev.operatorkit.wallet;

import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.time.Duration;

/**
 * Receives the wallet's events, for metrics, alerts and consumers of the ledger. Movements (debits, credits and
 * rollbacks) are reported at most once and after their commit; an event is lost if the process ends in between. Methods
 * may be called concurrently and should return quickly. What they throw is logged and does not affect the response.
 */
public interface WalletListener {
    /** Ignores every event. */
    WalletListener NO_OP = new WalletListener() {};

    /** Reports that the signature and the timestamp of a callback were verified. The movement may still be refused. */
    default void onVerified(String method, String rawPath) {}

    /** Reports that the response to a callback is 401, because its signature or timestamp is not valid (SIG-13). */
    default void onSignatureRejected(Verification.Reason reason) {}

    /** Reports that the response to a callback is 401, because its source address is not allowed (NET-2). */
    default void onSourceRejected() {}

    /** Reports that the response to a callback is ready. */
    default void onResponded(String method, String rawPath, int status, Duration duration) {}

    /** Reports that a movement was applied and committed. */
    default void onApplied(StoredTransaction transaction) {}

    /** Reports that a rollback of an unknown debit was recorded and committed (D-25). */
    default void onTombstone(StoredTransaction transaction) {}

    /**
     * Reports that the stored result of a movement was returned again; {@code bodyDiffers} tells that the body is not
     * the original one (D-21).
     */
    default void onReplayed(StoredTransaction transaction, boolean bodyDiffers) {}

    /**
     * Reports an informational field that could not be read, or not be stored as sent; the callback was processed
     * without it, or with the form that is stored (D-18, D-54).
     */
    default void onUnreadableField(Kind kind, String field) {}

    /** Reports that a movement was refused, or a credit or rollback could not be attempted; nothing was written. */
    default void onRefused(Kind kind, Refusal reason) {}

    /**
     * Reports that it is unknown whether a movement was written: the result of its commit was not received, or a debit
     * could not be looked up (D-29).
     */
    default void onIndeterminate(Kind kind) {}

    /**
     * Reports that a batch has ended.
     *
     * @param size the number of movements
     * @param queueTime the time that the oldest of them waited
     * @param duration the duration of the unit of work
     */
    default void onBatchCommitted(int size, Duration queueTime, Duration duration) {}
}
