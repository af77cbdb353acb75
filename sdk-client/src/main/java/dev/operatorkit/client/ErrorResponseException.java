package dev.operatorkit.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports a response with an error status, 4xx or 5xx (ERR-1). */
public final class ErrorResponseException extends CustomerApiException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;
    private final @Nullable String requestId;
    private final @Nullable Duration retryAfter;
    private final @Nullable Duration clockSkew;

    ErrorResponseException(ApiCall apiCall, ErrorDetails refusal) {
        super(
                apiCall,
                refusal.code(),
                isSafeToRetry(apiCall.operation(), refusal.status()),
                refusal.describe(apiCall),
                null);
        this.status = refusal.status();
        this.reason = refusal.reason();
        this.requestId = refusal.requestId();
        this.retryAfter = refusal.retryAfter();
        this.clockSkew = refusal.clockSkew();
    }

    /** Returns true if a retry is safe. A call that creates something may have done so despite a 5xx response. */
    private static boolean isSafeToRetry(Operation operation, int status) {
        return operation.isIdempotent() || (status < 500 && status != 408);
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }

    /** Returns the provider's error message (GEN-7), or the start of the body if it contains no error message. */
    public String errorMessage() {
        return reason;
    }

    /** Returns the request id that the provider assigned, if it sent one; quote it to the provider's support. */
    public Optional<String> requestId() {
        return Optional.ofNullable(requestId);
    }

    /** Returns the delay that the provider requested in the {@code Retry-After} header, if any. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /**
     * Returns by how much this machine's clock is ahead of the provider's (negative if it is behind), if the difference
     * exceeds the tolerance for timestamps (SIG-10). Present only for a 401.
     */
    public Optional<Duration> clockSkew() {
        return Optional.ofNullable(clockSkew);
    }
}
