package dev.operatorkit.client;

import java.io.IOException;

/**
 * No answer came, or only a part of one: what the service did is unknown, unless the request {@linkplain #isUnsent() never
 * left}.
 */
public final class NoResponseException extends CustomerApiException {
    private static final long serialVersionUID = 1L;

    private final boolean neverLeft;

    NoResponseException(ApiCall ask, boolean neverLeft, int attempts, IOException cause) {
        super(
                ask.operation(),
                neverLeft || ask.operation().isRepeatable(),
                ask + ": no answer" + (neverLeft ? ", the request never left" : "")
                        + (attempts == 1 ? "" : " to " + attempts + " attempts") + ": " + ask.describe(cause),
                cause);
        this.neverLeft = neverLeft;
    }

    /** Whether not one byte of the request was sent, so that the service surely did nothing. */
    public boolean isUnsent() {
        return neverLeft;
    }
}
