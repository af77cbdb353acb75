package dev.operatorkit.simulator.campaign;

import org.jspecify.annotations.Nullable;

/** A campaign or a code that cannot be made; the message says why, for the operator to read (D-6). */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean notFound;

    /** With the reason. */
    public RefusedException(String message) {
        this(message, false, null);
    }

    RefusedException(String message, Throwable cause) {
        this(message, false, cause);
    }

    private RefusedException(String message, boolean notFound, @Nullable Throwable cause) {
        super(message, cause);
        this.notFound = notFound;
    }

    static RefusedException notFound(String message) {
        return new RefusedException(message, true, null);
    }

    /** Whether it names something that is not there. */
    public boolean notFound() {
        return notFound;
    }
}
