package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.Certificate.Conclusion;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Observation.Agreement;
import java.util.Locale;

/** Lists a sign for each result, beside its word, since colours alone mean nothing on paper or to some readers. */
final class Marks {
    private Marks() {}

    static String of(Verdict verdict) {
        return switch (verdict) {
            case PASSED -> "✓";
            case FAILED -> "✗";
            case OBSERVED -> "◇";
            case SKIPPED -> "–";
        };
    }

    static String of(Agreement agreement) {
        return switch (agreement) {
            case AS_RECOMMENDED -> "◇";
            case DIFFERS -> "◆";
            case UNPROVEN -> "?";
        };
    }

    static String of(Conclusion conclusion) {
        return switch (conclusion) {
            case CERTIFIED -> "✓";
            case NOT_CERTIFIED -> "✗";
            case INCOMPLETE -> "…";
        };
    }

    /** Returns the sign of an area's state. */
    static String ofState(String state) {
        return switch (state) {
            case "passed" -> "✓";
            case "failed" -> "✗";
            case "observed" -> "◇";
            default -> "–";
        };
    }

    /** Returns the name of a result as people write it. */
    static String name(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }
}
