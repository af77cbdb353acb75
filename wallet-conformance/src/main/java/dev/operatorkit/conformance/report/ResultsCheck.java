package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.money.BalanceChain;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.ResponseOracle;
import dev.operatorkit.conformance.wire.RecordedResponse;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges the results of a run again by their exchanges, as far as that needs neither the wallet nor the secret. The script of a
 * case cannot be run again, so only a signature proves that a case did what its result says.
 */
final class ResultsCheck {
    private static final Pattern STATUS = Pattern.compile("status (\\d{3})\\b.*", Pattern.DOTALL);
    private static final Pattern SEEN_STATUS = Pattern.compile(".*: status (\\d{3})", Pattern.DOTALL);

    /** A clock may be set back a little during a run. */
    private static final Duration CLOCK_STEP = Duration.ofMinutes(1);

    private final SuiteResult run;
    private final @Nullable ResponseOracle oracle;
    private final List<String> problems = new ArrayList<>();

    private ResultsCheck(SuiteResult run) {
        this.run = run;
        this.oracle = Subject.of(run.plan()) == Subject.WALLET
                ? new ResponseOracle(WalletAddress.parse(run.wallet()).prefix())
                : null;
    }

    /** Returns one sentence for each contradiction. */
    static List<String> of(SuiteResult run) throws UnreadableReportException {
        try {
            var check = new ResultsCheck(run);
            check.options();
            run.results().forEach(check::judge);
            return check.problems;
        } catch (IllegalArgumentException e) {
            throw new UnreadableReportException(e.getMessage() + ".");
        }
    }

    private void options() {
        requireOption("plan", run.plan().name());
        requireOption("seed", Long.toString(run.seed()));
    }

    private void requireOption(String name, String value) {
        var option = run.options().getOrDefault(name, "");
        require(
                option.equals(value),
                "The results have the " + name + " " + value + ", and the options say \"" + option + "\".");
    }

    private void judge(CaseResult result) {
        var name = "The case " + result.testCase().id() + " is " + result.verdict();
        var isRight = result.verdict() == Verdict.PASSED || result.verdict() == Verdict.OBSERVED;
        // A case that is skipped or fails may have observed something before.
        require(
                !isRight
                        || (result.verdict() == Verdict.OBSERVED)
                                != result.observations().isEmpty(),
                name + " with " + result.observations().size() + " observations.");
        if (result.verdict() != Verdict.SKIPPED) {
            var detail = CaseResult.detailOf(result.verdict(), result.failure(), result.observations(), result.notes());
            require(
                    detail.equals(result.detail()),
                    name + ", its detail is \"" + result.detail() + "\", and its findings make \"" + detail + "\".");
        }
        // A case that judges the whole run calls nothing when nothing was applied in it.
        require(
                result.verdict() != Verdict.PASSED
                        || !result.exchanges().isEmpty()
                        || result.testCase().isolation() == Case.Isolation.WHOLE_RUN,
                name + " without an exchange.");
        moments(result, name);
        statuses(result, name);
        if (isRight && oracle != null) {
            oracles(result, name, oracle);
        }
    }

    private void moments(CaseResult result, String name) {
        require(
                result.exchanges().stream()
                        .noneMatch(each -> each.at().isBefore(run.started().minus(CLOCK_STEP))),
                name + " by an exchange from before the run.");
    }

    /** Compares the statuses that the findings name with those that the exchanges show. */
    private void statuses(CaseResult result, String name) {
        var failure = result.failure();
        if (failure != null) {
            failure.chain().ifPresent(chain -> sum(chain, name));
        }
        var responses = responses(result);
        if (responses.size() < result.exchanges().size()) {
            return; // the finding may be about one that cannot be read again
        }
        var shown = responses.stream().map(WalletResponse::status).collect(Collectors.toSet());
        // A failure before the first case may be shown by another exchange than the one it is about.
        if (failure != null && result.exchanges().size() > 1) {
            require(shown, STATUS, failure.actual(), name);
        }
        result.observations().forEach(each -> require(shown, SEEN_STATUS, each.seen(), name));
    }

    private void require(Set<Integer> shown, Pattern pattern, String finding, String name) {
        var status = pattern.matcher(finding);
        if (status.matches() && !shown.isEmpty()) {
            require(
                    shown.contains(Integer.valueOf(status.group(1))),
                    name + " for the status " + status.group(1) + ", which none of its exchanges shows.");
        }
    }

    private void sum(BalanceChain chain, String name) {
        var sum = chain.steps().stream().map(BalanceChain.Step::effect).reduce(chain.start(), BigDecimal::add);
        require(
                sum.compareTo(chain.expected()) == 0,
                name + ", and its movements make the balance " + sum.toPlainString() + ", not "
                        + chain.expected().toPlainString() + ".");
    }

    private void oracles(CaseResult result, String name, ResponseOracle by) {
        for (var answer : responses(result)) {
            for (var finding : by.judge(answer)) {
                problems.add(name + ", and its exchange "
                        + (result.exchanges().indexOf(answer.exchange()) + 1) + " breaks " + finding.rule()
                        + ": " + finding.getMessage() + ".");
            }
        }
    }

    private static List<WalletResponse> responses(CaseResult result) {
        return result.exchanges().stream()
                .flatMap(each -> RecordedResponse.of(each).stream())
                .toList();
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            problems.add(otherwise);
        }
    }
}
