package dev.operatorkit.simulator;

/** Defines the five callbacks; no other event exists (DEL-4). */
public enum CallbackKind {
    /** Identifies {@code GET /player}. */
    PLAYER,
    /** Identifies {@code POST /debit}. */
    DEBIT,
    /** Identifies {@code POST /credit}. */
    CREDIT,
    /** Identifies {@code POST /rollback}. */
    ROLLBACK,
    /** Identifies {@code GET /players/{accountId}/transactions/{transactionId}}. */
    LOOKUP
}
