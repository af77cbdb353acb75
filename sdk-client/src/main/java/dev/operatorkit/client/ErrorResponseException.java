package dev.operatorkit.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The service answered, and the answer was no (ERR-1). */
public final class ErrorResponseException extends CustomerApiException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;
    private final @Nullable String requestId;
    private final @Nullable Duration retryAfter;
    private final @Nullable Duration clockSkew;

    ErrorResponseException(ApiCall ask, ErrorDetails refusal) {
        super(ask.operation(), isRepeatable(ask.operation(), refusal.status()), refusal.describe(ask), null);
        this.status = refusal.status();
        this.reason = refusal.reason();
        this.requestId = refusal.requestId();
        this.retryAfter = refusal.retryAfter();
        this.clockSkew = refusal.clockSkew();
    }

    /** A creation that was answered with a 5xx may have happened all the same. */
    private static boolean isRepeatable(Operation operation, int status) {
        return operation.isRepeatable() || (status < 500 && status != 408);
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The service's own message (GEN-7), or the beginning of what it sent in its place. */
    public String errorMessage() {
        return reason;
    }

    /** The id under which the service knows this request, when it told one: for its support. */
    public Optional<String> requestId() {
        return Optional.ofNullable(requestId);
    }

    /** How long the service asked to be left alone, when it did. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /**
     * How far this machine's clock is ahead of the service's (behind, when negative), when it is so far that no signature can
     * be accepted (SIG-10). Told on a 401 alone.
     */
    public Optional<Duration> clockSkew() {
        return Optional.ofNullable(clockSkew);
    }
}
