package dev.operatorkit.simulator.conformance;

/** A case cannot run here; the message says what is missing. */
public final class Skip extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Skip(String missing) {
        super(missing);
    }
}
