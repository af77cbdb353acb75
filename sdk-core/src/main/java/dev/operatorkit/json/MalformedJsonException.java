package dev.operatorkit.json;

/** Reports bytes that are not the expected JSON; the message says why and where. */
public final class MalformedJsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedJsonException(String message) {
        super(message);
    }
}
