package dev.operatorkit.client;

/**
 * Lists the reasons for which a call fails. The provider sends no codes (D-44), so the code of an error response follows
 * from the operation and the status (ERR-1), and never from the text of the message. A code keeps its name and its
 * meaning in later versions, which may add further codes: give a {@code switch} a {@code default}.
 */
public enum ErrorCode {
    /**
     * The request is invalid (400, ERR-1). For a call that creates something also: a campaign or bonus code that
     * the provider does not accept, for example because its code is taken (D-6).
     */
    INVALID_REQUEST,
    /**
     * The signature is missing, malformed, stale or wrong, or the source address is not allowed (401, ERR-1). See
     * {@link ErrorResponseException#clockSkew}.
     */
    UNAUTHORIZED,
    /** The game is unknown, or not available to the operator or in the player's country (404, LAU-12, D-11). */
    GAME_NOT_AVAILABLE,
    /** The campaign is unknown or belongs to another operator, or it is disabled (404, CAM-7, D-6). */
    CAMPAIGN_NOT_FOUND,
    /** There is nothing at this path, or no message of the provider that says what is missing (404): the base URL may be wrong. */
    NOT_FOUND,
    /** The body of the request is too large (413, D-36). */
    REQUEST_TOO_LARGE,
    /** The operator calls too often (429, D-36). See {@link ErrorResponseException#retryAfter}. */
    RATE_LIMITED,
    /** The provider had an internal error (500, ERR-1). */
    INTERNAL_ERROR,
    /** The provider, or a proxy in front of it, cannot serve the request, or not on this connection (408, 421, 502, 503, 504). */
    UNAVAILABLE,
    /** The provider responded with another error status, which {@link ErrorResponseException#status} returns. */
    UNKNOWN,
    /** The name of the provider's host could not be looked up. */
    UNKNOWN_HOST,
    /**
     * The certificate is not trusted or names another host, or the two sides have no TLS version or cipher in common
     * (GEN-1).
     */
    TLS_MISMATCH,
    /** The connection was not established, or it broke, or what was received is not HTTP. */
    CONNECTION_FAILED,
    /** There was no complete response in time. */
    TIMEOUT,
    /**
     * The calling thread was interrupted, or the client was closed before the next attempt. On a virtual thread an
     * interrupt takes effect immediately. On a platform thread it takes effect between attempts or while connecting;
     * once connected, the current attempt finishes first.
     */
    INTERRUPTED,
    /** The response does not conform to the specification. */
    UNEXPECTED_RESPONSE;

    /** Returns the code. A 404 without the message of the provider (GEN-7) may be that of a proxy. */
    static ErrorCode of(Operation operation, int status, boolean hasMessage) {
        return switch (status) {
            case 400 -> INVALID_REQUEST;
            case 401 -> UNAUTHORIZED;
            case 404 -> hasMessage ? notFound(operation) : NOT_FOUND;
            case 413 -> REQUEST_TOO_LARGE;
            case 429 -> RATE_LIMITED;
            case 500 -> INTERNAL_ERROR;
            case 408, 421, 502, 503, 504 -> UNAVAILABLE;
            default -> UNKNOWN;
        };
    }

    private static ErrorCode notFound(Operation operation) {
        return switch (operation) {
            case LAUNCH -> GAME_NOT_AVAILABLE;
            case DISABLE_CAMPAIGN, CREATE_BONUS_CODE -> CAMPAIGN_NOT_FOUND;
            case CATALOGUE, CREATE_CAMPAIGN, SEARCH_CAMPAIGNS -> NOT_FOUND;
        };
    }

    /** Returns true if the same call may succeed later. */
    boolean isTransient() {
        return switch (this) {
            case RATE_LIMITED, INTERNAL_ERROR, UNAVAILABLE -> true;
            case UNKNOWN_HOST, CONNECTION_FAILED, TIMEOUT, INTERRUPTED -> true;
            default -> false;
        };
    }
}
