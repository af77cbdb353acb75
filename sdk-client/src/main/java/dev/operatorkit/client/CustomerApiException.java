package dev.operatorkit.client;

import org.jspecify.annotations.Nullable;

/**
 * Reports that a call failed: the provider returned an error, no response was received, or the response was unexpected.
 * Call again only if the failure {@link #isSafeToRetry} and {@link #isTransient}. The failure of the attempt before the last one, if
 * there was one, is a suppressed exception.
 */
public abstract sealed class CustomerApiException extends RuntimeException
        permits ErrorResponseException, NoResponseException, UnexpectedResponseException {
    private static final long serialVersionUID = 1L;

    private final Operation operation;
    private final String callId;
    private final ErrorCode code;
    private final boolean safeToRetry;

    CustomerApiException(
            ApiCall apiCall, ErrorCode code, boolean safeToRetry, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.operation = apiCall.operation();
        this.callId = apiCall.id();
        this.code = code;
        this.safeToRetry = safeToRetry;
    }

    /** Returns the operation that failed. */
    public Operation operation() {
        return operation;
    }

    /**
     * Returns the id of the call, which every attempt sent to the provider in the {@code X-Request-Id} header. It is random unless
     * {@link CallOptions#withCallId} sets it.
     * The log lines and listener events of the call have it too; quote it to the provider's support.
     */
    public String callId() {
        return callId;
    }

    /** Returns the reason, which does not change with the text of a message. */
    public ErrorCode code() {
        return code;
    }

    /**
     * Returns true if the call can be retried without the risk of applying it twice. It does not mean that a retry
     * would succeed: {@link #isTransient} tells whether it may.
     */
    public boolean isSafeToRetry() {
        return safeToRetry;
    }

    /**
     * Returns true if the failure may be temporary, so that the same call may succeed later. It does not mean that a
     * retry is safe: {@link #isSafeToRetry} tells whether it is.
     */
    public boolean isTransient() {
        return code.isTransient();
    }
}
