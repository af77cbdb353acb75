package dev.operatorkit.wallet;

/**
 * A round of one account.
 *
 * @param key account and round (D-51)
 * @param debitId the one debit that opened it; of a tombstone, the debit that must never be applied (D-25)
 * @param state where it stands
 */
public record Round(Key key, String debitTransactionId, State state) {
    /** A round key means something within an account alone (D-51). */
    public record Key(String accountId, String gameRoundId) {}

    /** The states of RND-1 to RND-4. */
    public enum State {
        /** Debited, not yet settled. */
        BET,
        /** Closed by a credit. Final. */
        SETTLED,
        /** Closed by a rollback. Final. */
        REVERTED
    }
}
