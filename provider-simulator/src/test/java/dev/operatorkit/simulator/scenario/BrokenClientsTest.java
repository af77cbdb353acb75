package dev.operatorkit.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Certificate.Conclusion;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs scenarios against clients that others wrote from the specification, one fault each. Every build runs a few of the faults,
 * each in the scenario that shows it. With {@code -Dthorough}, the right client runs whole; with
 * {@code -Dtests.long} every fault and every right variant, which takes two minutes.
 */
class BrokenClientsTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final Set<String> FEW =
            Set.of("sig-query-sorted", "etag-star", "ip-leftmost", "launch-reused", "amount-total");

    @TempDir
    static Path folder;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static ThirdPartyClients clients;

    @BeforeAll
    static void open() throws Exception {
        clients = new ThirdPartyClients(folder);
    }

    @AfterAll
    static void close() {
        clients.close();
    }

    @Test
    @Tag("thorough")
    void a_right_client_passes_every_scenario() throws Exception {
        var result = clients.run(ScenarioCatalogue.scenarios()).result();

        assertThat(result.failed()).extracting(CaseResult::detail).isEmpty();
        var skipped = skipped(result);
        if (skipped.isEmpty()) {
            assertThat(result.certificate().reasons()).isEmpty();
            assertThat(result.certificate().verdict()).isEqualTo(Conclusion.CERTIFIED);
        } else {
            // On a busy machine a client may give up before the service has answered; alone it has the time.
            var again = clients.run(scenarios(skipped)).result();
            assertThat(again.failed()).extracting(CaseResult::detail).isEmpty();
            assertThat(skipped(again)).as("first %s", skipped).isEmpty();
        }
    }

    private static List<CaseResult> skipped(SuiteResult result) {
        return result.results().stream()
                .filter(each -> each.verdict() == Verdict.SKIPPED)
                .toList();
    }

    private static List<Scenario> scenarios(List<CaseResult> results) {
        return ScenarioCatalogue.scenarios().stream()
                .filter(scenario ->
                        results.stream().anyMatch(each -> each.testCase().equals(scenario.testCase())))
                .toList();
    }

    @Test
    void every_fault_that_breaks_a_rule_fails_by_it_and_no_other_fails() throws Exception {
        var wrong = new ArrayList<String>();
        for (var fault : ThirdPartyClients.faults()) {
            if (LONG || FEW.contains(fault.name())) {
                var failed = clients.run(fault.scenarios(), "--fault", fault.name())
                        .result()
                        .failed();
                var isCited = failed.stream().anyMatch(each -> fault.rules().contains(rule(each)));
                if (fault.rules().isEmpty() ? !failed.isEmpty() : !isCited) {
                    wrong.add(fault + " fails " + describe(failed));
                }
            }
        }
        for (var variant : LONG ? ThirdPartyClients.variants() : List.<String>of()) {
            var failed = clients.run(ScenarioCatalogue.scenarios(), "--variant", variant)
                    .result()
                    .failed();
            if (!failed.isEmpty()) {
                wrong.add("the variant " + variant + " fails " + describe(failed));
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** The service rejects two signatures in one call (D-55), but no rule of the operator's side forbids them. */
    @Test
    void a_client_whose_calls_are_all_rejected_is_neither_failed_nor_certified() throws Exception {
        var polls = Stream.of("catalogue-is-read", "catalogue-is-polled-with-validators", "changed-catalogue-is-taken")
                .map(each -> ScenarioCatalogue.named(each).orElseThrow())
                .toList();

        var result = clients.run(polls, "--fault", "signature-twice").result();

        assertThat(result.results())
                .filteredOn(
                        each -> polls.stream().anyMatch(poll -> poll.testCase().equals(each.testCase())))
                .hasSize(polls.size())
                .allSatisfy(each -> assertThat(each.verdict()).isEqualTo(Verdict.SKIPPED))
                .allSatisfy(each -> assertThat(each.detail()).contains("rejected every call"));
        assertThat(result.certificate().verdict()).isNotEqualTo(Conclusion.CERTIFIED);
    }

    @Test
    void calls_are_judged_without_a_task_by_watching() throws Exception {
        var result =
                clients.watch("{\"do\":\"launch-demo\",\"ip\":\"203.0.113.7\"}", "--fault", "demo-empty-parameters");

        assertThat(result.failed()).extracting(BrokenClientsTest::rule).containsExactly("LAU-6");
        assertThat(result.results())
                .filteredOn(each -> each.verdict() == Verdict.SKIPPED)
                .extracting(each -> each.testCase().id())
                .contains("watched-searches")
                .doesNotContain("watched-signatures");
    }

    private static String describe(List<CaseResult> failed) {
        return failed.stream()
                .map(each -> each.testCase().id() + " (" + each.detail() + ")")
                .collect(Collectors.joining("; "));
    }

    private static String rule(CaseResult result) {
        return result.verdict() == Verdict.FAILED
                ? Objects.requireNonNull(result.failure()).rule()
                : "";
    }
}
