package dev.operatorkit.conformance.client;

import static dev.operatorkit.conformance.client.ApiEndpoint.CATALOGUE;
import static dev.operatorkit.conformance.client.ApiEndpoint.CREATE_CAMPAIGN;
import static dev.operatorkit.conformance.client.ApiEndpoint.DISABLE;
import static dev.operatorkit.conformance.client.ApiEndpoint.LAUNCH;

import dev.operatorkit.conformance.client.Disturbance.Effect;
import dev.operatorkit.conformance.client.Scenario.Setup;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** Lists the scenarios in which the service fails. Every call is judged as usual, and what is repeated is observed. */
final class FailureScenarios {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration AHEAD = Duration.ofMinutes(10);

    static final List<Scenario> ALL = List.of(
            Scenario.of(
                    "too-many-requests",
                    "429 with Retry-After",
                    "D-36",
                    CATALOGUE,
                    values -> catalogue(Disturbance.nth(
                            CATALOGUE,
                            1,
                            Disturbance.refuse(
                                    429,
                                    Map.of("Retry-After", Long.toString(RETRY_AFTER.toSeconds())),
                                    "too many calls",
                                    false))),
                    RetryJudges.waits(CATALOGUE, RETRY_AFTER)),
            reading("server-error-once", "500, then the catalogue", false, refusal(500)),
            reading("unavailable-for-good", "503 for every read", true, refusal(503)),
            reading(
                    "connection-cut-before-the-read",
                    "a connection that is cut before the call is read",
                    false,
                    Disturbance.cut(false)),
            reading(
                    "connection-cut-after-the-read",
                    "a connection that is cut before the response",
                    false,
                    Disturbance.cut(true)),
            reading("half-a-body", "a response of which half is sent", false, Disturbance.half()),
            Scenario.of(
                    "slow-answer",
                    "a response that takes a second",
                    "ERR-1",
                    CATALOGUE,
                    values -> catalogue(Disturbance.nth(CATALOGUE, 1, Disturbance.slow(Duration.ofSeconds(1)))),
                    RetryJudges.repeats(CATALOGUE, "a slow response", false)),
            Scenario.of(
                    "refused-for-its-clock",
                    "401 from a service whose clock is ten minutes ahead",
                    "SIG-10 ERR-1",
                    LAUNCH,
                    values -> Setup.of(Task.of("launch")
                                    .with("ip", "203.0.113.7")
                                    .with("currency", "EUR")
                                    .with("lang", "en"))
                            .disturbed(Disturbance.every(
                                    LAUNCH, refusal(values.now().plus(AHEAD)))),
                    TaskJudges::launch,
                    RetryJudges.repeats(LAUNCH, "401", false)),
            creating(
                    "connection-cut-before-a-creation",
                    "a connection that is cut before a creation is read",
                    Disturbance.cut(false)),
            creating(
                    "connection-cut-after-a-creation",
                    "a connection that is cut after a creation was applied",
                    Disturbance.cut(true)),
            creating("server-error-after-a-creation", "500 after a creation was applied", refusal(500, true)),
            Scenario.of(
                    "connection-cut-after-disabling",
                    "a connection that is cut after a campaign was disabled",
                    "CAM-7 D-7",
                    DISABLE,
                    values -> Setup.of(Task.of("disable").with("campaign", "cut-" + values.unique()))
                            .withCampaigns(List.of("cut-" + values.unique()))
                            .disturbed(Disturbance.nth(DISABLE, 1, Disturbance.cut(true))),
                    TaskJudges::disabled,
                    RetryJudges.repeats(DISABLE, "a cut connection", true)));

    private FailureScenarios() {}

    private static Scenario reading(String id, String what, boolean always, Effect effect) {
        return Scenario.of(
                id,
                what,
                "ERR-1",
                CATALOGUE,
                values -> catalogue(
                        always ? Disturbance.every(CATALOGUE, effect) : Disturbance.nth(CATALOGUE, 1, effect)),
                RetryJudges.repeats(CATALOGUE, what, true));
    }

    private static Scenario creating(String id, String what, Effect effect) {
        return Scenario.of(
                id,
                what,
                "CAM-1 D-6",
                CREATE_CAMPAIGN,
                values -> Setup.of(CampaignScenarios.campaign("create-campaign", values)
                                .with("rounds", 10))
                        .disturbed(Disturbance.nth(CREATE_CAMPAIGN, 1, effect)),
                TaskJudges::campaign,
                RetryJudges::unknownCreation);
    }

    private static Setup catalogue(Disturbance disturbance) {
        return Setup.of(Task.of("catalogue")).disturbed(disturbance);
    }

    private static Effect refusal(int status) {
        return refusal(status, false);
    }

    private static Effect refusal(int status, boolean isApplied) {
        return Disturbance.refuse(status, Map.of(), status + ", as the scenario wants it", isApplied);
    }

    /** Refuses a signature as a service does whose clock shows this time. */
    private static Effect refusal(Instant now) {
        var date = Map.of("Date", Disturbance.HTTP_DATE.format(now.atOffset(ZoneOffset.UTC)));
        return Disturbance.refuse(401, date, "X-Svc-Timestamp is more than 5 minutes from now", false);
    }
}
