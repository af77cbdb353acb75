package dev.operatorkit.client;

import dev.operatorkit.client.ApiCall.ApiResponse;
import org.jspecify.annotations.Nullable;

/**
 * Reports a response that does not conform to the specification, such as a redirect, a body that is not JSON, or one
 * that is too large. The provider may have processed the request. It is not {@linkplain #isTransient transient}: the same
 * request would probably get the same response.
 */
public final class UnexpectedResponseException extends CustomerApiException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String bodyExcerpt;

    UnexpectedResponseException(ApiResponse apiResponse, String why, @Nullable Throwable cause) {
        this(apiResponse, apiResponse.call().describe(apiResponse.body()), why, cause);
    }

    private UnexpectedResponseException(
            ApiResponse apiResponse, String bodyExcerpt, String why, @Nullable Throwable cause) {
        super(
                apiResponse.call(),
                ErrorCode.UNEXPECTED_RESPONSE,
                apiResponse.call().operation().isIdempotent(),
                apiResponse.call() + ": unexpected response " + apiResponse.status() + ": " + why
                        + (bodyExcerpt.isEmpty() ? "" : "; the body begins: " + bodyExcerpt),
                cause);
        this.status = apiResponse.status();
        this.bodyExcerpt = bodyExcerpt;
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }

    /** Returns the start of the body on one line, without secrets. */
    public String bodyExcerpt() {
        return bodyExcerpt;
    }
}
