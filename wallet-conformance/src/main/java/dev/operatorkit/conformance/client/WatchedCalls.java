package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.client.Scenario.Setup;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Plan;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Judges the calls of an operator that works as usual: one case for each judge, and no tasks. */
public final class WatchedCalls {
    /**
     * Holds one case.
     *
     * @param about selects the calls that it is about, without which nothing is proven
     */
    private record Watch(Case testCase, Predicate<ClientCall> about, Judge judge) {}

    private static final List<Watch> WATCHES = List.of(
            watch(
                    "watched-headers",
                    "every call carries its headers",
                    "SIG-15 GEN-2 GEN-4 SIG-10",
                    CallJudges::headers),
            new Watch(
                    Case.withoutScript(
                            "watched-signatures",
                            "every call is signed over the bytes that are sent",
                            "SIG-1 SIG-2 SIG-4 SIG-5 SIG-6 SIG-7 SIG-9"),
                    call -> call.header(CallJudges.SIGNATURE).isPresent(),
                    SignatureJudge::judge),
            watch("watched-paths", "every call is one of the API", "VER-1 GEN-8", CallJudges::form),
            watch("watched-secret", "no call shows the secret", "SIG-17", CallJudges::secret),
            watch(
                    "watched-catalogue-reads",
                    "conditional reads of the catalogue carry validators that the service sent",
                    "CAT-3 CAC-3",
                    CatalogueJudge.ofSeveralProcesses(),
                    ApiEndpoint.CATALOGUE),
            watch(
                    "watched-launches",
                    "every launch has the parameters of its mode",
                    "LAU-2 LAU-5 LAU-6 LAU-7 GEN-5",
                    LaunchJudge::judge,
                    ApiEndpoint.LAUNCH),
            watch(
                    "watched-tokens",
                    "tokens are unique and cannot be guessed",
                    "LAU-10",
                    (evidence, findings) -> {
                        TokenJudge.judge(evidence, findings);
                        TokenJudge.judgeRun(List.of(evidence), findings);
                    },
                    ApiEndpoint.LAUNCH),
            watch(
                    "watched-campaigns",
                    "every campaign has its fields, times in UTC and games with free rounds",
                    "CAM-1 CAM-3 GEN-3 GEN-5",
                    BodyJudges::campaigns,
                    ApiEndpoint.CREATE_CAMPAIGN),
            watch(
                    "watched-bonus-codes",
                    "every bonus code is unique and fits its campaign",
                    "BON-1 BON-3 BON-4 BON-5",
                    BodyJudges::codes,
                    ApiEndpoint.CREATE_CODE),
            watch(
                    "watched-searches",
                    "every search has valid pages and times",
                    "CAM-4 GEN-3",
                    BodyJudges::searches,
                    ApiEndpoint.SEARCH));

    private static final Group GROUP =
            new Group("Watched calls", WATCHES.stream().map(Watch::testCase).toList());
    private static final Plan PLAN = new Plan("client-watch", ScenarioCatalogue.VERSION, GROUP.cases());

    private WatchedCalls() {}

    /** Describes a case about calls to these endpoints; none for every call. */
    private static Watch watch(String id, String title, String rules, Judge judge, ApiEndpoint... about) {
        var endpoints = Set.of(about);
        return new Watch(
                Case.withoutScript(id, title, rules),
                call -> endpoints.isEmpty()
                        || call.endpoint().filter(endpoints::contains).isPresent(),
                judge);
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
        return Scenario.of(
                "watch",
                "the operator works as usual",
                "SIG-1",
                ApiEndpoint.CATALOGUE,
                values -> Setup.of(Task.of("watch")));
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
        return ScenarioResult.result(
                watch.testCase(),
                findings,
                calls.stream().map(ClientCall::exchange).toList(),
                0);
    }
}
