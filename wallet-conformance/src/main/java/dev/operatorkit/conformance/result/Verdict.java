package dev.operatorkit.conformance.result;

/** Lists the four results of a case. */
public enum Verdict {
    /** Every check passed. */
    PASSED("every check passed"),
    /** A rule is broken or a balance is wrong. */
    FAILED("a rule of the specification is broken, or a balance is wrong"),
    /** Every check passed, and the case saw how the wallet treats an open point. */
    OBSERVED("every check passed; the specification leaves a point open; nothing observed counts against the wallet"),
    /** A precondition was missing. */
    SKIPPED("a precondition was missing, so nothing was proven");

    private final String meaning;

    Verdict(String meaning) {
        this.meaning = meaning;
    }

    /** Returns the sentence of the legend. */
    public String meaning() {
        return meaning;
    }
}
