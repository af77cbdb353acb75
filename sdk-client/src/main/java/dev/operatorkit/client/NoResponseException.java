package dev.operatorkit.client;

import java.io.IOException;

/**
 * Reports that no complete response was received. It is unknown whether the provider processed the request. Only a
 * creation that was {@linkplain #isUnsent() not sent} was certainly not processed.
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

    /**
     * Returns true if the last attempt did not send the request. A creation was then never sent, because it is retried
     * only if it was not sent; an earlier attempt of another operation may have been sent.
     */
    public boolean isUnsent() {
        return unsent;
    }
}
