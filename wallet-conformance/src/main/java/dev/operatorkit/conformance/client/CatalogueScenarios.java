package dev.operatorkit.conformance.client;

import static dev.operatorkit.conformance.client.ApiEndpoint.CATALOGUE;

import dev.operatorkit.conformance.client.Scenario.Setup;
import java.util.List;

/** Lists the scenarios of the catalogue. */
final class CatalogueScenarios {
    /** The rules that every call is judged by. */
    static final String CALL = " SIG-1 SIG-2 SIG-4 SIG-15 SIG-17 GEN-4 VER-1";

    private static final Task POLL = Task.of("poll").with("times", 4).with("interval", 0.25);

    static final List<Scenario> ALL = List.of(
            Scenario.of(
                    "catalogue-is-read",
                    "the catalogue is read by a signed call without a query or a body",
                    "CAT-1 SIG-7" + CALL,
                    CATALOGUE,
                    values -> Setup.of(Task.of("catalogue"))),
            Scenario.of(
                    "catalogue-is-polled-with-validators",
                    "the catalogue is polled on a schedule by conditional requests, which are signed like any other",
                    "CAT-3 CAC-3 SIG-9",
                    CATALOGUE,
                    values -> Setup.of(POLL),
                    TaskJudges::schedule),
            Scenario.of(
                    "changed-catalogue-is-taken",
                    "after a change, polls carry the validators of the new catalogue",
                    "CAT-3 CAC-3",
                    CATALOGUE,
                    values -> Setup.of(POLL)
                            .disturbed(Disturbance.nth(CATALOGUE, 2, Disturbance.switchOff("yeti-summit"))
                                    .harmless()),
                    TaskJudges::schedule),
            Scenario.of(
                    "unknown-fields-are-ignored",
                    "polling continues when the catalogue has unknown fields",
                    "CAT-3 D-1",
                    CATALOGUE,
                    values -> Setup.of(Task.of("poll").with("times", 2).with("interval", 0.25))
                            .disturbed(Disturbance.nth(CATALOGUE, 1, Disturbance.addUnknownFields())
                                    .harmless()),
                    RetryJudges::goesOn),
            Scenario.of(
                            "untrusted-certificate-is-refused",
                            "nothing is sent to a service with an untrusted certificate",
                            "GEN-1",
                            CATALOGUE,
                            values -> Setup.of(Task.of("catalogue")))
                    .overTls());

    private CatalogueScenarios() {}
}
