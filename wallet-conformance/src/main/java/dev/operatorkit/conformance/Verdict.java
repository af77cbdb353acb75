package dev.operatorkit.conformance;

/** Lists the four results of a case. */
public enum Verdict {
    /** Every check held. */
    PASSED,
    /** A rule is broken or a balance is wrong. */
    FAILED,
    /** Every check held, and the case saw how the wallet treats an open point. */
    OBSERVED,
    /** A precondition was missing. */
    SKIPPED
}
