package dev.operatorkit.malformed;

/** Reports what a server did that it may not do. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String message) {
        super(message);
    }
}
