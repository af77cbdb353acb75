package dev.operatorkit.client;

import org.jspecify.annotations.Nullable;

/** Why a call did not succeed: the service refused, no answer came, or the answer was not understood. */
public abstract sealed class CustomerApiException extends RuntimeException
        permits ErrorResponseException, NoResponseException, UnexpectedResponseException {
    private static final long serialVersionUID = 1L;

    private final Operation operation;
    private final boolean safeToRepeat;

    CustomerApiException(Operation operation, boolean safeToRepeat, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.operation = operation;
        this.safeToRepeat = safeToRepeat;
    }

    /** What was asked for. */
    public Operation operation() {
        return operation;
    }

    /** Whether the same call can be made again without a risk that its effect happens twice. */
    public boolean isSafeToRepeat() {
        return safeToRepeat;
    }
}
