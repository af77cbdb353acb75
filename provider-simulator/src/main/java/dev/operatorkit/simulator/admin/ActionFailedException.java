package dev.operatorkit.simulator.admin;

/** An action that was asked for rightly and did not succeed: the wallet or the state of things does not allow it. */
final class ActionFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ActionFailedException(String message) {
        super(message);
    }
}
