package dev.operatorkit.conformance;

/** Ends a case that runs beside others and asks for the balance, which they move: it runs again in a lane of its own. */
final class NeedsLane extends RuntimeException {
    private static final long serialVersionUID = 1;

    NeedsLane() {
        super("the balance is looked at", null, false, false);
    }
}
