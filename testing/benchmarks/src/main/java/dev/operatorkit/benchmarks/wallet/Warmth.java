package dev.operatorkit.benchmarks.wallet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs passes until the last three differ by less than 5 %: a JVM gets faster for many passes, and a figure taken before is too low. */
final class Warmth {
    private static final int PASSES = 3;
    private static final double DIFFERENCE = 0.05;

    private final List<Double> rates = new ArrayList<>();

    private Warmth() {}

    /** Runs a contender until it is flat, or {@code most} times. */
    static Warmth of(Contender contender, int most) throws Exception {
        var warmth = new Warmth();
        while (warmth.rates.size() < most && !warmth.isFlat()) {
            warmth.rates.add(contender.run().perSecond());
        }
        return warmth;
    }

    boolean isFlat() {
        if (rates.size() < PASSES) {
            return false;
        }
        var last = rates.subList(rates.size() - PASSES, rates.size());
        return Collections.min(last) > Collections.max(last) * (1 - DIFFERENCE);
    }

    /** Returns the rate of the last pass. */
    double rate() {
        return rates.getLast();
    }

    @Override
    public String toString() {
        return "%s after %d passes: %s"
                .formatted(
                        isFlat() ? "flat" : "still not flat",
                        rates.size(),
                        String.join(
                                " ",
                                rates.stream()
                                        .map(rate -> "%.0f".formatted(rate))
                                        .toList()));
    }
}
