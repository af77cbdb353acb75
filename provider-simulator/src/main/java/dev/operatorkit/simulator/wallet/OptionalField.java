package dev.operatorkit.simulator.wallet;

/** Defines the fields that the specification does not name and the simulator sends by default (D-16, D-54). */
public enum OptionalField {
    /** Identifies {@code playerId} of a debit. */
    DEBIT_PLAYER_ID,
    /** Identifies {@code gameId} of a debit. */
    DEBIT_GAME_ID,
    /** Identifies {@code token} of a debit. */
    DEBIT_TOKEN,
    /** Identifies {@code stake.currency}. */
    STAKE_CURRENCY,
    /** Identifies {@code gameId} of a credit and a rollback. */
    SETTLEMENT_GAME_ID,
    /** Identifies {@code payout.currency}. */
    PAYOUT_CURRENCY
}
