package dev.operatorkit.simulator.wallet;

/** Defines the fields that the specification does not name and the simulator sends by default (D-16, D-54). */
public enum OptionalField {
    DEBIT_PLAYER_ID,
    DEBIT_GAME_ID,
    DEBIT_TOKEN,
    STAKE_CURRENCY,
    /** Identifies {@code gameId} of a credit and a rollback. */
    SETTLEMENT_GAME_ID,
    PAYOUT_CURRENCY
}
