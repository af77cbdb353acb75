package dev.operatorkit.simulator;

/** Defines the states of a round. */
public enum RoundState {
    /** Marks a round whose debit is stored and sent, without a response yet. */
    DEBITING,
    /** Marks a round whose debit was refused with 409, 422 or 401, so that no money moved (D-31). Final. */
    REFUSED,
    /** Marks a round with an applied debit and no outcome yet (RND-1). */
    BET,
    /** Marks a round whose settlement is stored and being delivered (DEL-1). */
    SETTLING,
    /** Marks a round closed by a credit (RND-2). Final. */
    SETTLED,
    /** Marks a round closed by a rollback (RND-3). Final. */
    REVERTED,
    /** Marks a round in manual review, because its settlement was not delivered within three days (DEL-1). */
    REVIEW,
    /** Marks a round closed manually, with a note. Final. */
    CLOSED;

    /** Returns whether the state is final. */
    public boolean isFinal() {
        return this == REFUSED || this == SETTLED || this == REVERTED || this == CLOSED;
    }
}
