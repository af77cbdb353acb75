package dev.operatorkit.wallet;

/** How a movement ended, before it is known what that means for its kind. */
sealed interface Result {

    /** It is stored: by this very call, or before. */
    record Stored(StoredTransaction transaction, How how) implements Result {}

    /** The rules refused it. */
    record Refused(Refusal why) implements Result {}

    /** It could not be tried, or surely came to nothing (D-29). */
    record Failed(Refusal why) implements Result {}

    /** The commit was asked for, and nobody can tell (D-29). */
    record Unknown() implements Result {}

    /** How a stored transaction came to be. */
    enum How {
        /** Applied by this call. */
        APPLIED,
        /** Applied by this call, as a rollback of a debit that is not there (D-25). */
        TOMBSTONE,
        /** Applied before. */
        REPLAYED
    }
}
