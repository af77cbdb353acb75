package dev.operatorkit.wallet;

import java.util.Objects;

/** Represents the outcome of a {@link Posting}. Immutable. */
public sealed interface PostingOutcome {

    /** Reports that the entry was written. It stands once the transaction is committed. */
    record Applied(AccountEntry entry) implements PostingOutcome {
        public Applied {
            Objects.requireNonNull(entry, "entry");
        }
    }

    /**
     * Reports that the same posting was applied earlier, and that nothing was written now. Do not repeat what belongs to
     * it, such as an outbox row.
     *
     * @param entry the entry written then
     */
    record Replayed(AccountEntry entry) implements PostingOutcome {
        public Replayed {
            Objects.requireNonNull(entry, "entry");
        }
    }

    /**
     * Reports that nothing was written.
     *
     * @param reason the reason
     * @param message what happened, with the values
     */
    record Refused(Reason reason, String message) implements PostingOutcome {
        public Refused {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(message, "message");
        }
    }

    /** Lists the reasons for which a posting is refused. */
    enum Reason {
        /** The account does not exist. */
        UNKNOWN_ACCOUNT,
        /** The reference was already used, with another account or amount. */
        REFERENCE_TAKEN,
        /** The currency differs from the account's. */
        WRONG_CURRENCY,
        /** The balance would fall below zero. */
        INSUFFICIENT_FUNDS,
        /** The balance would not fit in 64 bits of minor units (D-20). */
        BALANCE_TOO_LARGE
    }
}
