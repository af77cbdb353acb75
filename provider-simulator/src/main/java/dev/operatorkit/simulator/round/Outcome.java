package dev.operatorkit.simulator.round;

import dev.operatorkit.money.Money;

/** How a spin ends. */
public sealed interface Outcome {
    /** As the generator has it. */
    record Chance() implements Outcome {}

    /**
     * A win of exactly that much.
     *
     * @param amount the win; on a free round the nominal stake is deducted from it (D-48)
     */
    record Win(Money amount) implements Outcome {
        /** Refuses a win below nothing. */
        public Win {
            if (amount.minorUnits() < 0) {
                throw new IllegalArgumentException("a win is never negative");
            }
        }
    }

    /** A loss: a credit of zero (WAL-9). */
    record Loss() implements Outcome {}

    /** The game breaks after the debit: a rollback (WAL-11). */
    record Failure() implements Outcome {}

    /** Nothing yet: the round stays open until {@link Rounds#decide} or until it is abandoned. */
    record Open() implements Outcome {}

    /** The generator decides. */
    Outcome CHANCE = new Chance();
    /** A loss. */
    Outcome LOSS = new Loss();
    /** A failure after the debit. */
    Outcome FAILURE = new Failure();
    /** The round stays open. */
    Outcome OPEN = new Open();
}
