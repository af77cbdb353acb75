package dev.operatorkit.conformance;

/** A case cannot run here; the message says what is missing. */
public final class SkipCase extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SkipCase(String missing) {
        super(missing);
    }
}
