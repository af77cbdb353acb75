package dev.operatorkit.client;

import org.jspecify.annotations.Nullable;

/**
 * Reports that a call failed: the provider returned an error, no response was received, or the response was unexpected.
 */
public abstract sealed class CustomerApiException extends RuntimeException
        permits ErrorResponseException, NoResponseException, UnexpectedResponseException {
    private static final long serialVersionUID = 1L;

    private final Operation operation;
    private final boolean safeToRetry;

    CustomerApiException(Operation operation, boolean safeToRetry, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.operation = operation;
        this.safeToRetry = safeToRetry;
    }

    /** Returns the operation that failed. */
    public Operation operation() {
        return operation;
    }

    /**
     * Returns true if the call can be retried without the risk of applying it twice. It does not mean that a retry
     * would succeed: after most 4xx responses it would fail again.
     */
    public boolean isSafeToRetry() {
        return safeToRetry;
    }
}
