package dev.operatorkit.simulator;

import dev.operatorkit.money.Money;

/** Defines how a spin ends. Immutable. */
public sealed interface SpinOutcome {
    /** Leaves the outcome to the random generator. */
    record Chance() implements SpinOutcome {}

    /**
     * Pays exactly the given amount.
     *
     * @param amount the win; on a free round the nominal stake is deducted from it (D-48)
     */
    record Win(Money amount) implements SpinOutcome {
        /** Rejects a negative amount. */
        public Win {
            if (amount.isNegative()) {
                throw new IllegalArgumentException("A win must not be negative.");
            }
        }
    }

    /** Loses the stake, with a credit of zero (WAL-9). */
    record Loss() implements SpinOutcome {}

    /** Fails after the debit, with a rollback (WAL-11). */
    record Failure() implements SpinOutcome {}

    /** Leaves the round open until it is decided or abandoned. */
    record Open() implements SpinOutcome {}

    /** Leaves the outcome to the random generator. */
    SpinOutcome CHANCE = new Chance();
    /** Loses the stake. */
    SpinOutcome LOSS = new Loss();
    /** Fails after the debit. */
    SpinOutcome FAILURE = new Failure();
    /** Leaves the round open. */
    SpinOutcome OPEN = new Open();
}
