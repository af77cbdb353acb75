package dev.operatorkit.client;

import java.io.IOException;

/**
 * Reports that no complete response was received. It is unknown whether the provider processed the request, unless
 * {@linkplain #isUnsent() it was not sent}.
 */
public final class NoResponseException extends CustomerApiException {
    private static final long serialVersionUID = 1L;

    private final boolean unsent;

    NoResponseException(ApiCall apiCall, boolean unsent, int attempts, IOException cause) {
        super(
                apiCall.operation(),
                unsent || apiCall.operation().isIdempotent(),
                apiCall + ": no response" + (unsent ? ", the request was not sent" : "")
                        + (attempts == 1 ? "" : " to " + attempts + " attempts") + ": " + apiCall.describe(cause),
                cause);
        this.unsent = unsent;
    }

    /** Returns true if nothing was sent, so that the provider cannot have processed the request. */
    public boolean isUnsent() {
        return unsent;
    }
}
