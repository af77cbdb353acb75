package dev.operatorkit.simulator.admin;

/** Signals that a valid action failed, because of the wallet or the state of the round. */
final class ActionFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ActionFailedException(String message) {
        super(message);
    }
}
