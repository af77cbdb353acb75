package dev.operatorkit.simulator.wallet;

/** Defines the fields that the specification does not name and the simulator sends by default (D-16, D-54). */
public enum OptionalField {
    /** {@code playerId} of a debit. */
    DEBIT_PLAYER_ID,
    /** {@code gameId} of a debit. */
    DEBIT_GAME_ID,
    /** {@code token} of a debit. */
    DEBIT_TOKEN,
    /** {@code stake.currency}. */
    STAKE_CURRENCY,
    /** {@code gameId} of a credit and a rollback. */
    SETTLEMENT_GAME_ID,
    /** {@code payout.currency}. */
    PAYOUT_CURRENCY
}
