package dev.operatorkit.wallet;

import java.util.Objects;

/**
 * Holds a game round of one account.
 *
 * @param key the account and the provider's round id (D-51)
 * @param debitTransactionId the one debit that opened the round; for a round closed by a rollback of an unknown debit,
 *     the debit that must never be applied (D-25)
 * @param state the current state
 */
public record Round(Key key, String debitTransactionId, State state) {
    public Round {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(debitTransactionId, "debitTransactionId");
        Objects.requireNonNull(state, "state");
    }

    /** Identifies a round. A gameRoundId is unique only within an account (D-51). */
    public record Key(String accountId, String gameRoundId) {
        public Key {
            Objects.requireNonNull(accountId, "accountId");
            Objects.requireNonNull(gameRoundId, "gameRoundId");
        }
    }

    /** Lists the states of a round, named as in the specification (RND-1 to RND-4). */
    public enum State {
        /** Open: there is a debit, and no credit or rollback yet. */
        BET,
        /** Closed by a credit. Final. */
        SETTLED,
        /** Closed by a rollback. Final. */
        REVERTED
    }
}
