package dev.operatorkit.simulator.wallet;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When a settlement is tried again (DEL-1, D-33).
 *
 * @param first the pause after the first attempt; each further one is twice as long
 * @param longest the longest pause
 * @param jitter how far a pause may be off either way, so that many do not come back at once: 0.2 is a fifth
 * @param window how long after the first attempt manual review begins
 */
public record RetrySchedule(Duration first, Duration longest, double jitter, Duration window) {
    /** 1 s doubling to 1 h, a fifth of jitter, 72 hours (D-33). */
    public static final RetrySchedule DEFAULT =
            new RetrySchedule(Duration.ofSeconds(1), Duration.ofHours(1), 0.2, Duration.ofHours(72));

    private static final int MOST_DOUBLINGS = 30;

    /** Refuses pauses that end nowhere or come all at once. */
    public RetrySchedule {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("a first pause is longer than 0, and none is longer than the longest");
        }
        if (!(jitter >= 0 && jitter < 1)) {
            throw new IllegalArgumentException("the jitter of pauses lies between 0 and 1");
        }
        if (window.isNegative()) {
            throw new IllegalArgumentException("the time for retries is never negative");
        }
    }

    /** The pause after that many attempts. */
    public Duration pause(int attempts, RandomGenerator random) {
        var doubled = first.multipliedBy(1L << Math.clamp(attempts - 1L, 0, MOST_DOUBLINGS));
        var pause = doubled.compareTo(longest) < 0 ? doubled : longest;
        return Duration.ofMillis(Math.round(pause.toMillis() * (1 + jitter * (2 * random.nextDouble() - 1))));
    }
}
