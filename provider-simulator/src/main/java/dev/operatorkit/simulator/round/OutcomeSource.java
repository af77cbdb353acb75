package dev.operatorkit.simulator.round;

import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * How spins end when nobody forces them.
 *
 * @param seed what makes a run repeatable
 * @param payTable what a spin pays
 */
public record OutcomeSource(long seed, PayTable payTable) {
    /** The usual pay table. */
    public static OutcomeSource of(long seed) {
        return new OutcomeSource(seed, PayTable.USUAL);
    }

    /** A fresh generator of that seed, safe for use by many threads. */
    public RandomGenerator generator() {
        return new Random(seed);
    }
}
