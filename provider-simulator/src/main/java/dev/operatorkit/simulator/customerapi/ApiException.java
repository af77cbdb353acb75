package dev.operatorkit.simulator.customerapi;

import java.util.Map;

/** Ends a call with an error response (GEN-7). */
final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Map<String, String> headers;

    ApiException(int status, String message) {
        this(status, message, Map.of());
    }

    ApiException(int status, String message, Map<String, String> headers) {
        // Has no stack trace, because it is a response and not a defect.
        super(message, null, false, false);
        this.status = status;
        this.headers = headers;
    }

    int status() {
        return status;
    }

    String message() {
        return String.valueOf(getMessage());
    }

    Map<String, String> headers() {
        return headers;
    }
}
