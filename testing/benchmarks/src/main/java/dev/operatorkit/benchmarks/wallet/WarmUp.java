package dev.operatorkit.benchmarks.wallet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs passes until the last three differ by less than 5 %: a JVM gets faster for many passes, and a figure taken before is too low. */
final class WarmUp {
    private static final int PASSES = 3;
    private static final double DIFFERENCE = 0.05;

    private final List<Double> rates = new ArrayList<>();

    private WarmUp() {}

    /** Runs a contender until it is flat, or {@code most} times. */
    static WarmUp of(Contender contender, int most) throws Exception {
        var warmUp = new WarmUp();
        while (warmUp.rates.size() < most && !warmUp.isFlat()) {
            warmUp.rates.add(contender.run().perSecond());
        }
        return warmUp;
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
