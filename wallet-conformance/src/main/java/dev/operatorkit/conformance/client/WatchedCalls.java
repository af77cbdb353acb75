package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.client.Scenario.Setup;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Plan;
import java.util.List;
import java.util.function.Predicate;

/** Judges the calls of an operator that works as usual: one case for each judge, and no tasks. */
public final class WatchedCalls {
    /**
     * Holds one case.
     *
     * @param about selects the calls that it is about, without which nothing is proven
     */
    private record Watch(String id, Predicate<ClientCall> about, Judge judge) {
        Case testCase() {
            return ScenarioCatalogue.testCase(id);
        }
    }

    private static final List<Watch> WATCHES = List.of(
            new Watch("watched-headers", call -> true, CallJudges::headers),
            new Watch(
                    "watched-signatures",
                    call -> call.header(CallJudges.SIGNATURE).isPresent(),
                    SignatureJudge::judge),
            new Watch("watched-paths", call -> true, CallJudges::form),
            new Watch("watched-secret", call -> true, CallJudges::secret),
            new Watch("watched-catalogue-reads", to(ApiEndpoint.CATALOGUE), CatalogueJudge.ofSeveralProcesses()),
            new Watch("watched-launches", to(ApiEndpoint.LAUNCH), LaunchJudge::judge),
            new Watch("watched-tokens", to(ApiEndpoint.LAUNCH), (evidence, findings) -> {
                TokenJudge.judge(evidence, findings);
                TokenJudge.judgeRun(List.of(evidence), findings);
            }),
            new Watch("watched-campaigns", to(ApiEndpoint.CREATE_CAMPAIGN), BodyJudges::campaigns),
            new Watch("watched-bonus-codes", to(ApiEndpoint.CREATE_CODE), BodyJudges::codes),
            new Watch("watched-searches", to(ApiEndpoint.SEARCH), BodyJudges::searches));

    private static final Group GROUP = ScenarioCatalogue.group(ScenarioCatalogue.WATCHED);
    private static final Plan PLAN = new Plan("client-watch", ScenarioCatalogue.VERSION, GROUP.cases());

    private WatchedCalls() {}

    private static Predicate<ClientCall> to(ApiEndpoint endpoint) {
        return call -> call.isTo(endpoint);
    }

    /** Returns the group of the cases. */
    public static Group group() {
        return GROUP;
    }

    /** Returns the plan of a run that only watches. */
    public static Plan plan() {
        return PLAN;
    }

    /** Returns a scenario without a task, in which the calls are recorded. */
    public static Scenario scenario() {
        return new Scenario(
                Case.withoutScript("watch", "the operator works as usual", "SIG-1"),
                values -> Setup.of(Task.of("{\"do\":\"watch\"}")),
                ApiEndpoint.CATALOGUE,
                List.of(),
                false);
    }

    /** Returns the result of each case. */
    public static List<CaseResult> judge(Evidence evidence) {
        return WATCHES.stream().map(each -> judge(each, evidence)).toList();
    }

    private static CaseResult judge(Watch watch, Evidence evidence) {
        var calls = evidence.calls().stream().filter(watch.about()).toList();
        if (calls.isEmpty()) {
            return CaseResult.skipped(watch.testCase(), "no such call was made");
        }
        var findings = new Findings();
        watch.judge().judge(evidence, findings);
        return findings.result(watch.testCase(), calls, 0);
    }
}
