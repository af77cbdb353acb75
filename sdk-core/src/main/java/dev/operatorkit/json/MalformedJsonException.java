package dev.operatorkit.json;

/** The bytes are not the JSON that was asked for; the message says why and where. */
public final class MalformedJsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedJsonException(String message) {
        super(message);
    }
}
