package dev.operatorkit.simulator.wallet;

/** The five callbacks; no other event exists (DEL-4). */
public enum CallbackKind {
    /** {@code GET /player}. */
    PLAYER,
    /** {@code POST /debit}. */
    DEBIT,
    /** {@code POST /credit}. */
    CREDIT,
    /** {@code POST /rollback}. */
    ROLLBACK,
    /** {@code GET /players/{accountId}/transactions/{transactionId}}. */
    LOOKUP;

    /** Whether it closes a round, and is therefore retried until it succeeds (DEL-1). */
    public boolean isSettlement() {
        return this == CREDIT || this == ROLLBACK;
    }
}
