package dev.operatorkit.conformance;

import java.util.Arrays;
import java.util.Optional;

/** Names what is wrong with a call that moved a balance wrongly: the rule that it breaks, and what to do about it. */
enum MovementFault {
    DEBIT("WAL-4", "Subtract exactly the stake."),
    CREDIT("RND-2", "Add exactly the payout."),
    ROLLBACK("RND-3", "Return exactly the stake."),
    /** A movement that got 200 moved a fraction of a minor unit. */
    FRACTION("WAL-16", "Move whole minor units: hold amounts as such or as decimals, never as floating-point numbers."),
    REPEAT("IDM-1", "Return the stored result and move nothing."),
    /** The status decides which rule a refused movement breaks (ERR-2, ERR-3, IDM-3). */
    REFUSAL("", "Move nothing when a movement is refused."),
    LOOKUP("WAL-12", "A lookup only reads."),
    /** The balance moved by itself, or late, or because somebody else used the player. */
    IDLE(
            "WAL-2",
            "So these sums prove nothing: the player callback must report the current balance and move nothing, a"
                + " movement must move its own player before its response, and nobody else may use the test players."),
    /** Only the case knows what the call may move. */
    UNKNOWN("", "");

    private final String rule;
    private final String advice;

    MovementFault(String rule, String advice) {
        this.rule = rule;
        this.advice = advice;
    }

    /** Returns the fault of a movement that got 200 and moved another amount. */
    static MovementFault ofApplied(String callback) {
        return switch (callback) {
            case "debit" -> DEBIT;
            case "credit" -> CREDIT;
            default -> ROLLBACK;
        };
    }

    /** Returns the fault that a hint describes. */
    static Optional<MovementFault> in(String hint) {
        return Arrays.stream(values())
                .filter(each -> !each.advice.isEmpty() && hint.contains(each.advice))
                .findFirst();
    }

    /** Returns true when a movement that got 200 moved another amount. */
    boolean isOfApplied() {
        return this == DEBIT || this == CREDIT || this == ROLLBACK;
    }

    String rule() {
        return rule;
    }

    String advice() {
        return advice;
    }
}
