package dev.operatorkit.client;

import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Decides whether to retry, and after what pause. */
final class RetryPolicy {
    private static final Set<Integer> TRANSIENT = Set.of(429, 500, 502, 503, 504);
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final int attempts;
    private final RandomGenerator random;

    RetryPolicy(int attempts, RandomGenerator random) {
        this.attempts = attempts;
        this.random = random;
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
        if (failure instanceof NoResponseException noResponse) {
            return noResponse.isSafeToRetry()
                    && !Thread.currentThread().isInterrupted()
                    && !isCertificateError(noResponse);
        }
        return failure instanceof ErrorResponseException refused
                && refused.operation().isIdempotent()
                && TRANSIENT.contains(refused.status());
    }

    /** Returns true for a certificate error: the next handshake would have the same certificate. */
    private static boolean isCertificateError(Throwable failure) {
        for (var cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException || cause instanceof SSLPeerUnverifiedException) {
                return true;
            }
        }
        return false;
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
