package dev.operatorkit.simulator.round;

import java.util.Random;
import java.util.random.RandomGenerator;

/** Provides the random outcomes of spins. */
public record OutcomeSource(long seed, PayTable payTable) {
    /** Returns a source with the default pay table. */
    public static OutcomeSource of(long seed) {
        return new OutcomeSource(seed, PayTable.DEFAULT);
    }

    /** Returns a new thread-safe generator with the seed. */
    public RandomGenerator generator() {
        return new Random(seed);
    }
}
