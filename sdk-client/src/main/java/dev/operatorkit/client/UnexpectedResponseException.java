package dev.operatorkit.client;

import org.jspecify.annotations.Nullable;

/** The service answered something that the specification does not know. */
public final class UnexpectedResponseException extends CustomerApiException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String beginning;

    UnexpectedResponseException(ApiCall ask, int status, String beginning, String why, @Nullable Throwable cause) {
        super(
                ask.operation(),
                ask.operation().isRepeatable(),
                ask + ": the answer " + status + " was not understood: " + why
                        + (beginning.isEmpty() ? "" : "; it begins: " + beginning),
                cause);
        this.status = status;
        this.beginning = beginning;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The first characters of the body, what is secret in it blotted out. */
    public String bodyExcerpt() {
        return beginning;
    }
}
