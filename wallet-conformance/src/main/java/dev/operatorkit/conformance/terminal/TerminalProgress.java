package dev.operatorkit.conformance.terminal;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.report.Subject;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.report.VisibleText;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Cause;
import dev.operatorkit.conformance.result.Certificate;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.Rules;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi.Style;

/** Prints a line per case and a summary; uses colour only on a terminal. */
public final class TerminalProgress implements Progress {
    private static final int NAMED = 4;
    private static final int DIFFERING = 20;

    private final PrintWriter out;
    private final boolean colour;
    private final TokenMask mask;
    private final ExpectedFailures expected;
    private final List<Case> cases;
    private int ended;

    /** Creates a printer; {@code mask} hides the secrets. */
    public TerminalProgress(
            PrintWriter out, boolean colour, TokenMask mask, ExpectedFailures expected, List<Case> cases) {
        this.out = out;
        this.colour = colour;
        this.mask = mask;
        this.expected = expected;
        this.cases = cases;
    }

    @Override
    public synchronized void onStart(int count, List<Player> players) {
        out.println(count
                + (count == 1 ? " case for " : " cases for ")
                + String.join(
                        " and ",
                        players.stream()
                                .map(p -> clean(p + " (" + p.currency() + ")"))
                                .toList()));
        out.flush();
    }

    @Override
    public synchronized void onCaseEnd(CaseResult result) {
        ended++;
        var detail = result.detail().isEmpty() ? "" : "  " + shorten(clean(result.detail()));
        var note = result.verdict() == Verdict.FAILED
                        && expected.covers(result.testCase().id())
                ? " (expected)"
                : "";
        out.println(String.format("%3d/%d ", ended, cases.size())
                + paint(result.verdict(), String.format("%-8s", result.verdict())) + " "
                + result.testCase().id() + note + detail);
        out.flush();
    }

    private static String shorten(String text) {
        return text.length() <= 240 ? text : text.substring(0, 240) + "…";
    }

    /** Prints the causes of failures, the counts and the verdict. */
    public void summary(SuiteResult outcome) {
        out.println();
        outcome.causes().forEach(this::explain);
        unreturned(outcome);
        for (var result : outcome.results()) {
            if (result.verdict() == Verdict.PASSED
                    && expected.covers(result.testCase().id())) {
                out.println("No longer fails: " + result.testCase().id() + ". Remove it from the expected failures.");
            }
        }
        out.println(counts(outcome));
        legend(outcome);
        for (var waiver : outcome.waivers().all()) {
            out.println("waiver: " + waiver.cases() + " until " + waiver.until()
                    + (outcome.isExpired(waiver) ? " (expired, without effect)" : "") + ": " + clean(waiver.reason()));
        }
        var certificate = outcome.certificate();
        out.println(paint(colourOf(certificate.verdict()), certificate.verdict().title()) + " for the plan "
                + outcome.plan() + ", specification " + Plan.SPECIFICATION);
        certificate.reasons().forEach(reason -> out.println("  " + clean(reason)));
        outcome.firstRun().ifPresent(first -> out.println("  Resumes " + clean(first)));
        out.flush();
    }

    /** Prints what became of a run that was stopped, in one line, and a line for each balance that was not restored. */
    public void stopped(SuiteResult outcome) {
        var left = unreturned(outcome);
        out.println(clean(outcome.aborted()) + ": " + counts(outcome) + ". "
                + (left ? "Some balances were not restored, see above." : "All balances were restored."));
        out.flush();
    }

    /** Prints the balances that were not restored; returns false when there are none. */
    private boolean unreturned(SuiteResult outcome) {
        var left = outcome.results().stream()
                .filter(result -> !result.unreturnedBalance().isEmpty())
                .toList();
        left.forEach(result ->
                out.println("Not restored after " + result.testCase().id() + ": " + clean(result.unreturnedBalance())));
        return !left.isEmpty();
    }

    private String counts(SuiteResult outcome) {
        return String.join(
                        ", ",
                        outcome.summary().entrySet().stream()
                                .map(e -> paint(
                                        e.getKey(),
                                        e.getValue() + " " + e.getKey().name().toLowerCase(Locale.ROOT)))
                                .toList())
                + String.format(Locale.ROOT, " in %.1f s, seed %d", outcome.millis() / 1000.0, outcome.seed());
    }

    /** Explains the results that occur, and lists where the wallet differs from what is recommended. */
    private void legend(SuiteResult outcome) {
        var subject = Subject.of(outcome.plan());
        outcome.summary().forEach((verdict, count) -> {
            if (count > 0) {
                out.println("  " + String.format("%-9s", verdict.name().toLowerCase(Locale.ROOT))
                        + subject.words(verdict.meaning()));
            }
        });
        for (var agreement : Observation.Agreement.values()) {
            var seen = outcome.observations(agreement);
            if (!seen.isEmpty()) {
                out.println("observed, " + agreement.title() + ": " + seen.size() + " ("
                        + subject.words(agreement.meaning()) + ")");
                if (agreement == Observation.Agreement.DIFFERS) {
                    seen.stream().limit(DIFFERING).forEach(each -> out.println("  " + shorten(clean(each.describe()))));
                    if (seen.size() > DIFFERING) {
                        out.println("  and " + (seen.size() - DIFFERING) + " more, see the report");
                    }
                }
            }
        }
    }

    private String clean(String text) {
        return VisibleText.line(mask.of(text));
    }

    private static Verdict colourOf(Certificate.Conclusion conclusion) {
        return switch (conclusion) {
            case CERTIFIED -> Verdict.PASSED;
            case NOT_CERTIFIED -> Verdict.FAILED;
            case INCOMPLETE -> Verdict.SKIPPED;
        };
    }

    private void explain(Cause cause) {
        var first = cause.failed().getFirst();
        var failure = cause.failure();
        out.println(paint(Verdict.FAILED, first.testCase().id()) + "  "
                + first.testCase().title());
        out.println("  expected  " + clean(failure.expected()));
        out.println("  actual    " + clean(failure.actual()));
        out.println("  rule      " + failure.rule() + " " + Rules.textOf(failure.rule()));
        failure.chain().ifPresent(chain -> out.println("  balance   " + clean(chain.describe())));
        if (!failure.advice().isEmpty()) {
            out.println("  hint      " + clean(failure.advice()));
        }
        list("also fails", cause.failed().subList(1, cause.failed().size()));
        list("blocks", cause.blocked());
        out.println();
    }

    private void list(String what, List<CaseResult> results) {
        if (!results.isEmpty()) {
            var ids = results.stream()
                    .map(each -> each.testCase().id())
                    .limit(NAMED)
                    .toList();
            out.println("  " + what + " " + results.size() + (results.size() == 1 ? " case: " : " cases: ")
                    + String.join(", ", ids) + (results.size() > NAMED ? ", …" : ""));
        }
    }

    private String paint(Verdict verdict, String text) {
        var style = switch (verdict) {
            case PASSED -> Style.fg_green;
            case FAILED -> Style.fg_red;
            case OBSERVED -> Style.fg_cyan;
            case SKIPPED -> Style.fg_yellow;
        };
        return Terminal.paint(colour, style, text);
    }
}
