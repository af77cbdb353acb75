package dev.operatorkit.conformance.suite;

/** Reports that a case cannot run here; the message names what is missing. */
public final class SkipCase extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SkipCase(String missing) {
        super(missing);
    }
}
