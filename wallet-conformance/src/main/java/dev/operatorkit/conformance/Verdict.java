package dev.operatorkit.conformance;

/** The four results of a case. */
public enum Verdict {
    /** Every check held. */
    PASSED,
    /** A rule or the balance of the books is broken. */
    FAILED,
    /** Every check held, and an open point was seen. */
    OBSERVED,
    /** A precondition was missing. */
    SKIPPED
}
