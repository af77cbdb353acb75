package dev.operatorkit.wire;

/**
 * Holds the body of an error response (GEN-7).
 *
 * @param message a human-readable description of the error
 */
public record ErrorMessage(String message) {
    /**
     * Validates the message.
     *
     * @throws IllegalArgumentException if it is missing
     */
    public ErrorMessage {
        Limits.requirePresent("message", message);
    }
}
