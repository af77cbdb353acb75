package dev.operatorkit.simulator.campaign;

import org.jspecify.annotations.Nullable;

/** Signals that a campaign or bonus code was refused. Its message tells the operator why (D-6). */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean notFound;

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

    /** Returns whether the reason is something that does not exist. */
    public boolean notFound() {
        return notFound;
    }
}
