package dev.operatorkit.client;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Decides whether to retry, and after what pause. */
final class RetryPolicy {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final int attempts;
    private final RandomGenerator random;
    private final @Nullable Pauses pauses;

    /** Creates a policy that pauses in the scope of the call, or as a test says. */
    RetryPolicy(int attempts, RandomGenerator random, @Nullable Pauses pauses) {
        this.attempts = attempts;
        this.random = random;
        this.pauses = pauses;
    }

    /** Waits between attempts in a test. */
    interface Pauses {
        void pause(Duration duration) throws InterruptedException;
    }

    void pause(Duration duration, CallScope scope) throws InterruptedException {
        if (pauses == null) {
            scope.pause(duration);
        } else {
            pauses.pause(duration);
        }
    }

    /** Returns the pause before the next attempt; empty if there must be none. */
    Optional<Duration> pauseAfter(CustomerApiException failure, int number) {
        if (number >= attempts || !isRetryable(failure)) {
            return Optional.empty();
        }
        var retryAfter =
                failure instanceof ErrorResponseException refused ? refused.retryAfter() : Optional.<Duration>empty();
        return Optional.of(retryAfter.orElse(Duration.ZERO).plus(fullJitter(retryAfter.isPresent() ? 1 : number)));
    }

    private static boolean isRetryable(CustomerApiException failure) {
        return failure.isSafeToRetry() && failure.isTransient() && !isResponseToCreation(failure);
    }

    /** Returns true if a call that creates something got a response: the caller decides then, even where a retry is safe. */
    private static boolean isResponseToCreation(CustomerApiException failure) {
        return failure instanceof ErrorResponseException && !failure.operation().isIdempotent();
    }

    /**
     * Returns a random pause with an upper limit that doubles with each attempt, so that callers that failed together
     * do not retry together.
     */
    private Duration fullJitter(int number) {
        var ceiling = Math.min(LONGEST.toMillis(), FIRST.toMillis() << Math.min(number - 1, 10));
        return Duration.ofMillis(random.nextLong(ceiling + 1));
    }
}
