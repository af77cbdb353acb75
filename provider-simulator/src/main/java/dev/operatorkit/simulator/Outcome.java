package dev.operatorkit.simulator;

import dev.operatorkit.money.Money;

/** Defines how a spin ends. Immutable. */
public sealed interface Outcome {
    /** Leaves the outcome to the random generator. */
    record Chance() implements Outcome {}

    /**
     * Pays exactly the given amount.
     *
     * @param amount the win; on a free round the nominal stake is deducted from it (D-48)
     */
    record Win(Money amount) implements Outcome {
        /** Rejects a negative amount. */
        public Win {
            if (amount.isNegative()) {
                throw new IllegalArgumentException("A win must not be negative.");
            }
        }
    }

    /** Loses the stake, with a credit of zero (WAL-9). */
    record Loss() implements Outcome {}

    /** Fails after the debit, with a rollback (WAL-11). */
    record Failure() implements Outcome {}

    /** Leaves the round open until it is decided or abandoned. */
    record Open() implements Outcome {}

    /** Leaves the outcome to the random generator. */
    Outcome CHANCE = new Chance();
    /** Loses the stake. */
    Outcome LOSS = new Loss();
    /** Fails after the debit. */
    Outcome FAILURE = new Failure();
    /** Leaves the round open. */
    Outcome OPEN = new Open();
}
