package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import org.jspecify.annotations.Nullable;

/** A rule or the balance of the books is broken. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String rule;
    private final String expected;
    private final String actual;
    private final String hint;
    private final transient @Nullable Exchange exchange;

    Failure(String rule, String expected, String came, String hint, @Nullable Exchange exchange) {
        super("expected " + expected + "; " + came);
        this.rule = rule;
        this.expected = expected;
        this.actual = came;
        this.hint = hint;
        this.exchange = exchange;
    }

    /** The broken rule. */
    public String rule() {
        return rule;
    }

    /** What should have been. */
    public String expected() {
        return expected;
    }

    /** What was instead. */
    public String actual() {
        return actual;
    }

    /** What to look at, or empty. */
    public String hint() {
        return hint;
    }

    /** The exchange that showed it, when it was one. */
    public @Nullable Exchange exchange() {
        return exchange;
    }
}
