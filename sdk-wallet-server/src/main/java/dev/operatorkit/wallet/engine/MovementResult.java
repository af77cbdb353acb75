package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.rules.Decision.Refuse;
import org.jspecify.annotations.Nullable;

/** Represents the result of a movement, before its kind decides which outcome it becomes. */
sealed interface MovementResult {

    /** Reports a stored transaction, written by this call or by an earlier one. */
    record Stored(StoredTransaction transaction, Origin origin) implements MovementResult {}

    /**
     * Reports that the rules or the operator's policy refused it.
     *
     * @param byPolicy the operator's reason; null if the rules refused it, or the policy failed
     */
    record Refused(Refuse decision, @Nullable Enum<?> byPolicy) implements MovementResult {
        Refused(Refusal refusal) {
            this(new Refuse(refusal, refusal.message()), null);
        }
    }

    /** Reports that it was looked up and is guaranteed not to have been written (D-29). */
    record Failed(Refusal refusal) implements MovementResult {}

    /**
     * Reports that it was neither attempted nor looked up under the lock of its account and id, so that another process
     * may be writing the same id (D-29).
     *
     * @param lockFailed true when the lock was requested and not acquired
     */
    record NotLookedUp(Refusal why, boolean lockFailed) implements MovementResult {}

    /** Reports a commit whose outcome is unknown (D-29). */
    record Unknown() implements MovementResult {}

    /** Distinguishes how a stored transaction was written. */
    enum Origin {
        /** Applied by this call. */
        APPLIED,
        /** Applied by this call, as a rollback of an unknown debit (D-25). */
        TOMBSTONE,
        /** Applied by an earlier call. */
        REPLAYED
    }
}
