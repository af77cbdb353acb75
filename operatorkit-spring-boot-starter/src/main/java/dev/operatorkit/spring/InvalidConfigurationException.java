package dev.operatorkit.spring;

import java.util.function.Supplier;

/** Reports that the application cannot start with its properties and beans, and what its operator can do about it. */
final class InvalidConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    InvalidConfigurationException(String description, String action) {
        super(description);
        this.action = action;
    }

    /** Returns the value, or reports an illegal argument, or a database that cannot be used, as the fault of this property. */
    static <T> T requireValid(String property, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | IllegalStateException e) {
            var failure = new InvalidConfigurationException(
                    "The property " + property + " is not valid: " + e.getMessage(),
                    "Correct the property " + property + ".");
            failure.initCause(e);
            throw failure;
        }
    }

    String action() {
        return action;
    }
}
