package dev.operatorkit.wallet;

/** How a movement ended, before it is known what that means for its kind. */
sealed interface MovementResult {

    /** It is stored: by this very call, or before. */
    record Stored(StoredTransaction transaction, Origin origin) implements MovementResult {}

    /** The rules refused it. */
    record Refused(Refusal refusal) implements MovementResult {}

    /** It was looked up and is not there, and surely came to nothing (D-29). */
    record Failed(Refusal refusal) implements MovementResult {}

    /**
     * It was not tried, and not looked up under its account's lock (D-29).
     *
     * @param lockFailed whether the lock was asked for and not had: whoever holds it may be writing this very id, so that a read
     *     without the lock can find it but never prove that it is absent
     */
    record NotLookedUp(Refusal why, boolean lockFailed) implements MovementResult {}

    /** The commit was asked for, and nobody can tell (D-29). */
    record Indeterminate() implements MovementResult {}

    /** How a stored transaction came to be. */
    enum Origin {
        /** Applied by this call. */
        APPLIED,
        /** Applied by this call, as a rollback of a debit that is not there (D-25). */
        TOMBSTONE,
        /** Applied before. */
        REPLAYED
    }
}
