package dev.operatorkit.simulator.command;

/** Ends a command with an exit code and a message of one line. */
final class ExitCodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    ExitCodeException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** Returns the exit code: 1 when the command failed, 2 on wrong usage, 3 when no simulator responds. */
    int exitCode() {
        return exitCode;
    }
}
