package dev.operatorkit.simulator.delivery;

/** Where a round stands. */
public enum RoundState {
    /** Its debit is stored and on its way; what the wallet made of it is not known yet. */
    DEBITING,
    /** The wallet refused the debit and nothing moved: 409, 422 or 401 (D-31). Final. */
    REFUSED,
    /** The debit stands and no outcome is decided (RND-1). */
    BET,
    /** Its settlement is stored and being delivered, for as long as it takes (DEL-1). */
    SETTLING,
    /** Closed by a credit (RND-2). Final. */
    SETTLED,
    /** Closed by a rollback (RND-3). Final. */
    REVERTED,
    /** The settlement could not be delivered in three days: a person decides (DEL-1). */
    REVIEW,
    /** Closed by a person, with a note. Final. */
    CLOSED;

    /** Whether nothing more will happen to it. */
    public boolean isFinal() {
        return this == REFUSED || this == SETTLED || this == REVERTED || this == CLOSED;
    }
}
