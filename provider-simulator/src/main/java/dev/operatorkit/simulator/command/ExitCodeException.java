package dev.operatorkit.simulator.command;

/** A command that ends here, with one line that says why and the code it exits with. */
public final class ExitCodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** Ends with this code and this line. */
    public ExitCodeException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What the program exits with: 1 when it failed, 2 when it was asked for what cannot be, 3 when no simulator serves. */
    public int exitCode() {
        return exitCode;
    }
}
