package dev.operatorkit.simulator.campaign;

/** Signals that a campaign or bonus code was refused. Its message tells the operator why (D-6). */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean notFound;

    /** Creates an exception with the reason. */
    public RefusedException(String message) {
        this(message, false);
    }

    RefusedException(String message, boolean notFound) {
        super(message);
        this.notFound = notFound;
    }

    /** Returns whether the reason is something that does not exist. */
    public boolean notFound() {
        return notFound;
    }
}
