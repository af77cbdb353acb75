package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.money.BalanceChain;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.result.Waivers;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Exchange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hides the tokens in a whole run before any report is made from it. Whoever verifies a bundle has no tokens, and has to get the
 * same reports from what the bundle holds.
 */
final class MaskedRun {
    private final TokenMask mask;

    private MaskedRun(TokenMask mask) {
        this.mask = mask;
    }

    static SuiteResult of(SuiteResult run, TokenMask mask) {
        return new MaskedRun(mask).of(run);
    }

    private SuiteResult of(SuiteResult run) {
        var options = new LinkedHashMap<String, String>();
        run.options().forEach((name, value) -> options.put(name, mask.of(value)));
        var about = run.description();
        return new SuiteResult(
                run.wallet(),
                run.plan(),
                run.seed(),
                options,
                new RunDescription(
                        mask.of(about.tester()),
                        mask.of(about.walletName()),
                        mask.of(about.walletVersion()),
                        mask.of(about.environment())),
                Waivers.of(run.waivers().all().stream()
                        .map(each -> new Waivers.Waiver(each.cases(), each.until(), mask.of(each.reason())))
                        .toList()),
                run.started(),
                run.millis(),
                texts(run.players()),
                run.results().stream().map(this::of).toList(),
                mask.of(run.aborted()));
    }

    private CaseResult of(CaseResult result) {
        var exchanges = new ArrayList<Exchange>();
        result.exchanges().forEach(each -> exchanges.add(mask.of(each)));
        var failure = failure(result, exchanges);
        var observations = result.observations().stream()
                .map(each -> new Observation(
                        each.decision(), mask.of(each.seen()), mask.of(each.recommended()), each.agreement()))
                .toList();
        var notes = texts(result.notes());
        var detail = result.verdict() == Verdict.SKIPPED
                ? mask.of(result.detail())
                : CaseResult.detailOf(result.verdict(), failure, observations, notes);
        return new CaseResult(
                result.testCase(),
                result.verdict(),
                detail,
                failure,
                observations,
                List.copyOf(exchanges),
                result.millis(),
                mask.of(result.unreturnedBalance()),
                result.hasNoResponse(),
                notes,
                result.reruns().stream()
                        .map(each -> new CaseResult.Rerun(
                                each.at(), each.verdict(), mask.of(each.detail()), mask.of(each.walletVersion())))
                        .toList());
    }

    /** Masks a failure; the exchange that shows it is one of the case, or is added to them. */
    private @Nullable Failure failure(CaseResult result, List<Exchange> exchanges) {
        var failure = result.failure();
        if (failure == null) {
            return null;
        }
        var shown = failure.exchange();
        var masked = new Failure(
                failure.rule(),
                mask.of(failure.expected()),
                mask.of(failure.actual()),
                mask.of(failure.hint()),
                shown == null ? null : exchanges.get(indexOf(shown, result, exchanges)));
        return failure.chain().map(chain -> masked.explainedBy(of(chain))).orElse(masked);
    }

    private int indexOf(Exchange shown, CaseResult result, List<Exchange> exchanges) {
        var at = result.exchanges().indexOf(shown);
        if (at < 0) {
            at = exchanges.size();
            exchanges.add(mask.of(shown));
        }
        return at;
    }

    private BalanceChain of(BalanceChain chain) {
        return new BalanceChain(
                mask.of(chain.account()),
                mask.of(chain.currency()),
                chain.start(),
                chain.steps().stream()
                        .map(step -> new BalanceChain.Step(
                                step.callback(), mask.of(step.id()), step.effect(), mask.of(step.note())))
                        .toList(),
                chain.expected(),
                chain.actual());
    }

    private List<String> texts(List<String> texts) {
        return texts.stream().map(mask::of).toList();
    }
}
