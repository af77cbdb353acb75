package dev.operatorkit.simulator.wallet;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Defines when a settlement is retried (DEL-1, D-33).
 *
 * @param first the pause after the first attempt; each further pause is twice as long
 * @param jitter the random share added to or taken from a pause, such as 0.2, so that many retries do not coincide
 * @param window the time from the first attempt to manual review
 */
public record RetrySchedule(Duration first, Duration longest, double jitter, Duration window) {
    /** Doubles from 1 s to 1 h with 20 % jitter, for 72 hours (D-33). */
    public static final RetrySchedule DEFAULT =
            new RetrySchedule(Duration.ofSeconds(1), Duration.ofHours(1), 0.2, Duration.ofHours(72));

    private static final int MAX_DOUBLINGS = 30;

    /** Rejects invalid pauses. */
    public RetrySchedule {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("the first pause must be above 0 and at most the longest pause");
        }
        if (!(jitter >= 0 && jitter < 1)) {
            throw new IllegalArgumentException("the jitter of pauses must be from 0 to 1");
        }
        if (window.isNegative()) {
            throw new IllegalArgumentException("the retry window must not be negative");
        }
    }

    public Duration pause(int attempts, RandomGenerator random) {
        var doubled = first.multipliedBy(1L << Math.clamp(attempts - 1L, 0, MAX_DOUBLINGS));
        var pause = doubled.compareTo(longest) < 0 ? doubled : longest;
        return Duration.ofMillis(Math.round(pause.toMillis() * (1 + jitter * (2 * random.nextDouble() - 1))));
    }
}
