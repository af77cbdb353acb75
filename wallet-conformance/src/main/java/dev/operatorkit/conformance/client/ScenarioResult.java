package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.wire.Exchange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes the results of a run from its evidence. */
public final class ScenarioResult {
    /** The judges that look at every call of every scenario, the ones that others build on first. */
    private static final List<Judge> EVERY_CALL = List.of(
            CallJudges::headers,
            SignatureJudge::judge,
            CallJudges::form,
            CallJudges::secret,
            LaunchJudge::judge,
            BodyJudges::campaigns,
            BodyJudges::codes,
            BodyJudges::searches,
            new CatalogueJudge(),
            TokenJudge::judge);

    private static final int UNAUTHORIZED = 401;

    private ScenarioResult() {}

    /** Returns the result of a scenario. */
    public static CaseResult of(Scenario scenario, Evidence evidence, long millis) {
        var findings = new Findings();
        if (scenario.tls()) {
            CallJudges.certificate(evidence, findings);
        } else {
            EVERY_CALL.forEach(judge -> judge.judge(evidence, findings));
            if (isTried(scenario, evidence)) {
                scenario.judges().forEach(judge -> judge.judge(evidence, findings));
            }
        }
        var exchanges = evidence.calls().stream().map(ClientCall::exchange).toList();
        if (findings.failures().isEmpty() && !isTried(scenario, evidence)) {
            return skipped(
                    scenario,
                    scenario.needs() + " was not called" + (evidence.end().isEmpty() ? "" : "; " + evidence.end()),
                    exchanges,
                    millis);
        }
        if (findings.failures().isEmpty() && !scenario.tls() && isRejected(scenario, evidence)) {
            return skipped(
                    scenario,
                    "the service rejected every call of "
                            + scenario.needs()
                            + ", so the rest of the task was not seen; the responses say why",
                    exchanges,
                    millis);
        }
        return result(scenario.testCase(), findings, exchanges, millis);
    }

    /** Returns the results of the cases that judge all scenarios together. */
    public static List<CaseResult> ofRun(List<Evidence> scenarios) {
        var tokens = new Findings();
        TokenJudge.judgeRun(scenarios, tokens);
        var hasTokens =
                scenarios.stream().anyMatch(each -> !TokenJudge.tokens(each).isEmpty());
        var codes = new Findings();
        codes(scenarios, codes);
        var creations = scenarios.stream()
                .flatMap(each -> each.objectsTo(ApiEndpoint.CREATE_CODE))
                .map(ClientCall::exchange)
                .toList();
        return List.of(
                hasTokens
                        ? result(ScenarioCatalogue.TOKENS, tokens, TokenJudge.exchanges(scenarios), 0)
                        : CaseResult.skipped(ScenarioCatalogue.TOKENS, "no session token was sent"),
                !creations.isEmpty()
                        ? result(ScenarioCatalogue.CODES, codes, creations, 0)
                        : CaseResult.skipped(ScenarioCatalogue.CODES, "no bonus code was created"));
    }

    /** Returns the session tokens in these calls, which reports hide. */
    public static List<String> tokens(Stream<ClientCall> calls) {
        return calls.filter(call -> call.isTo(ApiEndpoint.LAUNCH))
                .map(call -> new Parameters(call.query()).get("token"))
                .filter(token -> !token.isEmpty())
                .distinct()
                .toList();
    }

    private static void codes(List<Evidence> scenarios, Findings findings) {
        Map<String, Evidence> seen = new HashMap<>();
        for (var scenario : scenarios) {
            scenario.objectsTo(ApiEndpoint.CREATE_CODE).forEach(call -> {
                var code = call.json().path("bonusCode").asText();
                var before = seen.putIfAbsent(code, scenario);
                if (before != null && !before.equals(scenario)) {
                    BodyJudges.collision("the bonusCode " + code + " in two campaigns", call, findings);
                }
            });
        }
    }

    private static boolean isTried(Scenario scenario, Evidence evidence) {
        return scenario.tls()
                ? !evidence.calls().isEmpty()
                : !evidence.to(scenario.needs()).isEmpty();
    }

    /**
     * Returns true when the service answered none of the needed calls, or only with 401, although it was to accept some: it does that
     * to two signatures in one call, for instance, which no rule of the operator's side forbids (D-55).
     */
    private static boolean isRejected(Scenario scenario, Evidence evidence) {
        var undisturbed = evidence.undisturbed(scenario.needs()).toList();
        return !undisturbed.isEmpty()
                && undisturbed.stream().allMatch(call -> call.status() == 0 || call.status() == UNAUTHORIZED);
    }

    private static CaseResult skipped(Scenario scenario, String why, List<Exchange> exchanges, long millis) {
        return new CaseResult(
                scenario.testCase(),
                Verdict.SKIPPED,
                why,
                null,
                List.of(),
                exchanges,
                millis,
                "",
                false,
                List.of(),
                List.of());
    }

    static CaseResult result(Case of, Findings findings, List<Exchange> exchanges, long millis) {
        var failures = findings.failures();
        var failure = failures.isEmpty() ? null : failures.getFirst();
        var verdict = failure != null
                ? Verdict.FAILED
                : findings.observations().isEmpty() ? Verdict.PASSED : Verdict.OBSERVED;
        var notes = new ArrayList<>(findings.notes());
        failures.stream()
                .filter(each -> failure != null && !each.rule().equals(failure.rule()))
                .map(ScenarioResult::describe)
                .distinct()
                .forEach(notes::add);
        return new CaseResult(
                of,
                verdict,
                CaseResult.detailOf(verdict, failure, findings.observations(), notes),
                failure,
                findings.observations(),
                exchanges,
                millis,
                "",
                false,
                List.copyOf(notes),
                List.of());
    }

    private static String describe(Failure failure) {
        return "Also breaks " + failure.rule() + ": " + failure.getMessage();
    }
}
