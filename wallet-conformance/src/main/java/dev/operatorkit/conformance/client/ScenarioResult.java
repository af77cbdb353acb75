package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.result.CaseResult;
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
        var isTried = scenario.tls()
                ? !evidence.calls().isEmpty()
                : !evidence.to(scenario.needs()).isEmpty();
        var judges = scenario.tls() ? List.<Judge>of(CallJudges::certificate) : EVERY_CALL;
        judges.forEach(judge -> judge.judge(evidence, findings));
        if (isTried) {
            scenario.judges().forEach(judge -> judge.judge(evidence, findings));
        }
        if (!findings.hasFailures() && (!isTried || isRejected(scenario, evidence))) {
            var why = isTried
                    ? "the service rejected every call of " + scenario.needs()
                            + ", so the rest of the task was not seen; the responses say why"
                    : scenario.needs() + " was not called" + (evidence.end().isEmpty() ? "" : "; " + evidence.end());
            var exchanges = evidence.calls().stream().map(ClientCall::exchange).toList();
            return CaseResult.skipped(scenario.testCase(), why).withExchanges(exchanges, millis);
        }
        return findings.result(scenario.testCase(), evidence.calls(), millis);
    }

    /** Returns the results of the cases that judge all scenarios together. */
    public static List<CaseResult> ofRun(List<Evidence> scenarios) {
        var tokens = new Findings();
        TokenJudge.judgeRun(scenarios, tokens);
        var launches = scenarios.stream().flatMap(TokenJudge::launches).toList();
        var codes = new Findings();
        codes(scenarios, codes);
        var creations = scenarios.stream()
                .flatMap(each -> each.objectsTo(ApiEndpoint.CREATE_CODE))
                .toList();
        return List.of(
                launches.isEmpty()
                        ? CaseResult.skipped(ScenarioCatalogue.TOKENS, "no session token was sent")
                        : tokens.result(ScenarioCatalogue.TOKENS, launches, 0),
                creations.isEmpty()
                        ? CaseResult.skipped(ScenarioCatalogue.CODES, "no bonus code was created")
                        : codes.result(ScenarioCatalogue.CODES, creations, 0));
    }

    /** Returns the session tokens in these calls, which reports hide. */
    public static List<String> tokens(Stream<ClientCall> calls) {
        return calls.filter(call -> call.isTo(ApiEndpoint.LAUNCH))
                .map(call -> call.parameter("token"))
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
                    findings.fail("same-code", "the bonusCode " + code + " in two campaigns", call);
                }
            });
        }
    }

    /**
     * Returns true when the service answered none of the needed calls, or only with 401, although it was to accept some: it does that
     * to two signatures in one call, for instance, which no rule of the operator's side forbids (D-55).
     */
    private static boolean isRejected(Scenario scenario, Evidence evidence) {
        var undisturbed = evidence.undisturbed(scenario.needs()).toList();
        return !scenario.tls()
                && !undisturbed.isEmpty()
                && undisturbed.stream().allMatch(call -> call.status() == 0 || call.status() == UNAUTHORIZED);
    }
}
