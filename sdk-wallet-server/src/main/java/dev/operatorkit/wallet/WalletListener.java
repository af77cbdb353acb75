package dev.operatorkit.wallet;

import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.engine.SafeListener;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Receives the wallet's events, for metrics, alerts and downstream consumers of ledger entries. An applied movement (a
 * debit, credit or rollback) is reported at most once, after its commit; the event is lost if the process ends in
 * between. Methods may be called concurrently and should return quickly. An exception that a method throws is logged
 * and does not affect the response. Later versions may add components to the events, so only tests should create them.
 *
 * <p>{@link WalletCallbacks} reports {@link #onVerified}, {@link #onSignatureRejected}, {@link #onSourceRejected},
 * {@link #onUnreadableField} and {@link #onResponded} to the {@linkplain Wallet#listener listener of any wallet}.
 * {@link TransactionalWallet} reports the other events; your implementation of {@code Wallet} must report them itself.
 */
public interface WalletListener {
    /** Defines a listener that ignores every event. */
    WalletListener NO_OP = new WalletListener() {};

    /** Returns a listener that passes every event on to each of these, even if an earlier one throws an exception. */
    static WalletListener all(List<WalletListener> listeners) {
        return SafeListener.of(List.copyOf(listeners));
    }

    /** Is called when the signature and timestamp of a callback were verified. The callback may still be refused. */
    default void onVerified(Verified event) {}

    /**
     * Describes a verified callback.
     *
     * @param keyIndex the position in the key set of the secret that it was signed with: 0 for the current one. When no
     *     other is used any more, a rotation is complete (D-42)
     */
    record Verified(String method, String rawPath, int keyIndex) {
        public Verified {
            Objects.requireNonNull(method, "method");
            Objects.requireNonNull(rawPath, "rawPath");
        }
    }

    /** Is called when a callback gets 401 because its signature or timestamp is not valid (SIG-13). */
    default void onSignatureRejected(Verification.Reason reason) {}

    /** Is called when a callback gets 401 because its source address is not allowed (NET-2). */
    default void onSourceRejected() {}

    /** Is called when the response to a callback is ready, with any status. */
    default void onResponded(Responded event) {}

    /** Describes a response, and the time from the receipt of its callback. */
    record Responded(String method, String rawPath, int status, Duration duration) {
        public Responded {
            Objects.requireNonNull(method, "method");
            Objects.requireNonNull(rawPath, "rawPath");
            Objects.requireNonNull(duration, "duration");
        }
    }

    /** Is called after a movement was applied and committed, except for a {@linkplain #onTombstone tombstone}. */
    default void onApplied(StoredTransaction transaction) {}

    /**
     * Is called, instead of {@link #onApplied}, after a tombstone was committed: the record of a rollback whose debit
     * is unknown. It blocks that debit if it arrives later (D-25). Its amount is zero, and it raises the account's
     * version like any other transaction.
     */
    default void onTombstone(StoredTransaction transaction) {}

    /** Is called when the stored result of a movement is returned again. */
    default void onReplayed(Replayed event) {}

    /**
     * Describes a replay.
     *
     * @param transaction the stored transaction
     * @param bodyDiffers true if the request body differs from that of the original request (D-21)
     */
    record Replayed(StoredTransaction transaction, boolean bodyDiffers) {
        public Replayed {
            Objects.requireNonNull(transaction, "transaction");
        }
    }

    /**
     * Is called when a field on which nothing depends, such as {@code reason} or {@code freeRoundData}, was unreadable
     * and ignored, or was altered so that it could be stored. The callback is processed (D-18, D-54).
     */
    default void onUnreadableField(Kind kind, String field) {}

    /** Is called when a movement was refused, or a credit or rollback could not be attempted. Nothing was written. */
    default void onRefused(Kind kind, Refusal reason) {}

    /**
     * Is called, in addition to {@link #onRefused}, when the operator's {@link DebitPolicy} refused a debit, once for
     * each response.
     *
     * @param reason the {@link PolicyRefusal#reason}
     */
    default void onRefusedByPolicy(Enum<?> reason) {}

    /**
     * Is called when it is unknown whether a movement was written: the result of its commit was not received, or a
     * debit could not be looked up (D-29).
     */
    default void onOutcomeUnknown(Kind kind) {}

    /** Is called after each batch, whether it was committed or rolled back. */
    default void onBatchEnded(BatchEnded event) {}

    /**
     * Describes a batch.
     *
     * @param size the number of movements
     * @param queueTime the time that the oldest of them waited
     * @param duration the duration of the unit of work, including its retries
     */
    record BatchEnded(int size, Duration queueTime, Duration duration) {
        public BatchEnded {
            Objects.requireNonNull(queueTime, "queueTime");
            Objects.requireNonNull(duration, "duration");
        }
    }
}
