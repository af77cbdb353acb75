package dev.operatorkit.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a verdict covers every case of a plan, or lists what is missing. */
class CertificateTest {
    private static final Instant DAY = Instant.parse("2026-11-22T12:00:00Z");
    private static final Plan PLAN =
            new Plan("test", "1", List.of(named("one-of-three"), named("two-of-three"), named("three-of-three")));

    @TempDir
    private Path folder;

    private static Case named(String id) {
        return Case.of(id, id, "WAL-1", tester -> {});
    }

    private static CaseResult ended(Case of, Verdict verdict) {
        var failure = verdict == Verdict.FAILED ? new Failure("WAL-1", "this", "that", "", null) : null;
        return CaseResult.of(of, verdict, "", failure);
    }

    private static Certificate certificate(Waivers waivers, String aborted, Verdict... verdicts) {
        var results = new ArrayList<CaseResult>();
        for (var i = 0; i < verdicts.length; i++) {
            results.add(ended(PLAN.cases().get(i), verdicts[i]));
        }
        return run(waivers, aborted, results).certificate();
    }

    private static SuiteResult run(Waivers waivers, String aborted, List<CaseResult> results) {
        return new SuiteResult(
                "http://wallet",
                PLAN,
                1,
                Map.of(),
                RunDescription.none(),
                waivers,
                DAY,
                1,
                List.of(),
                results,
                aborted);
    }

    private Waivers waivers(String... lines) throws IOException {
        return Waivers.in(Files.write(folder.resolve("waivers"), List.of(lines)), PLAN.cases(), PLAN);
    }

    @Test
    void a_plan_with_every_case_passed_or_observed_is_certified() {
        assertThat(certificate(Waivers.none(), "", Verdict.PASSED, Verdict.OBSERVED, Verdict.PASSED))
                .isEqualTo(new Certificate(Certificate.Conclusion.CERTIFIED, List.of()));
    }

    @Test
    void one_failed_case_prevents_certification() {
        var certificate = certificate(Waivers.none(), "Stopped with Ctrl-C", Verdict.SKIPPED, Verdict.FAILED);
        assertThat(certificate.verdict()).isEqualTo(Certificate.Conclusion.NOT_CERTIFIED);
        assertThat(certificate.reasons())
                .containsExactly("1 case failed: two-of-three.", "The run did not complete: Stopped with Ctrl-C");
    }

    @Test
    void a_skipped_case_needs_a_waiver() throws IOException {
        var verdicts = new Verdict[] {Verdict.PASSED, Verdict.SKIPPED, Verdict.PASSED};
        assertThat(certificate(Waivers.none(), "", verdicts).reasons())
                .containsExactly("1 case was skipped without a waiver: two-of-three.");
    }

    @ParameterizedTest
    @CsvSource({
        "two-* 2026-11-22 one player only, SKIPPED, CERTIFIED",
        "two-* 2026-11-21 one player only, SKIPPED, INCOMPLETE",
        "one-* 2026-11-22 another case,    SKIPPED, INCOMPLETE",
        "two-* 2026-12-31 a failure,       FAILED,  NOT_CERTIFIED",
    })
    void a_waiver_covers_the_skips_of_its_cases_until_its_last_day(
            String waiver, Verdict verdict, Certificate.Conclusion conclusion) throws IOException {
        assertThat(certificate(waivers(waiver), "", Verdict.PASSED, verdict, Verdict.PASSED)
                        .verdict())
                .isEqualTo(conclusion);
    }

    @Test
    void a_byte_order_mark_before_the_first_waiver_is_no_part_of_it() throws IOException {
        assertThat(waivers("\uFEFFtwo-* 2026-11-22 one player only").all())
                .containsExactly(new Waivers.Waiver("two-*", LocalDate.parse("2026-11-22"), "one player only"));
    }

    @Test
    void a_waiver_that_covers_every_case_of_the_plan_is_an_error() {
        for (var all : List.of("*", "**", "*-*", "?*")) {
            assertThatThrownBy(() -> waivers(all + " 2026-12-31 we would like that"))
                    .hasMessageContaining(
                            "the waiver " + all + " covers every case of the plan test. Name the cases that");
        }
    }

    @Test
    void a_limit_that_the_tester_chose_is_named_and_no_waiver_covers_it() throws IOException {
        for (var reason : List.of(
                "needs a stake of 0.05, but --max-stake is 0.01; give a player whose balance is below it",
                "needs 0.60 EUR, player-1 has 0.10")) {
            var results = List.of(
                    ended(PLAN.cases().get(0), Verdict.PASSED),
                    CaseResult.skipped(PLAN.cases().get(1), reason),
                    ended(PLAN.cases().get(2), Verdict.PASSED));
            var certificate = run(waivers("two-* 2026-12-31 staging has limits"), "", results)
                    .certificate();
            assertThat(certificate.verdict()).isEqualTo(Certificate.Conclusion.INCOMPLETE);
            assertThat(certificate.reasons())
                    .containsExactly(
                            "1 case was not tested because of --max-stake or of the players' balances, which no"
                                    + " waiver covers: two-of-three. Each " + reason + ".");
        }
    }

    @Test
    void the_same_token_given_twice_is_an_error() {
        assertThatThrownBy(() ->
                        SuiteConfig.of("http://127.0.0.1:9", "a secret", List.of("canary-token", "canary-token"), PLAN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The same session token was given twice. Give each token once")
                .hasMessageNotContaining("canary");
    }

    @Test
    void a_waiver_without_a_date_a_reason_or_a_matching_case_is_an_error() {
        assertThatThrownBy(() -> waivers("two-* one player only")).hasMessageContaining("2027-03-31");
        assertThatThrownBy(() -> waivers("two-* 2026-12-31"))
                .hasMessageContaining("needs a case, its last day and a reason");
        assertThatThrownBy(() -> waivers("tow-* 2026-12-31 a typo")).hasMessageContaining("matches no case: tow-*");
        assertThatThrownBy(() -> waivers("two-* 2026-02-30 no such day")).hasMessageContaining("2026-02-30");
    }

    @Test
    void the_plans_are_subsets_of_the_catalogue_in_its_order() {
        assertThat(CaseCatalogue.cases())
                .containsAll(Plans.full().cases())
                .containsAll(Plans.resumed().cases());
        assertThat(Plans.full().cases())
                .doesNotContainAnyElementsOf(Plans.resumed().cases());
        assertThat(Plans.full().cases().size() + Plans.resumed().cases().size())
                .isEqualTo(CaseCatalogue.cases().size());
        for (var plan : Plans.all()) {
            assertThat(CaseCatalogue.cases().stream().filter(plan.cases()::contains))
                    .containsExactlyElementsOf(plan.cases());
        }
        assertThat(Plans.all()).extracting(Plan::name).containsExactly("full", "money", "signing", "quick", "resumed");
        assertThat(Plans.named("signing").cases()).hasSizeGreaterThan(60);
        assertThat(Plans.named("money").cases()).hasSizeGreaterThan(150);
        assertThat(Plans.quick().cases()).hasSize(10);
        assertThat(Set.copyOf(Plans.all().stream().map(Plan::hash).toList())).hasSize(5);
        assertThatThrownBy(() -> Plans.named("fast"))
                .hasMessage("There is no plan called fast. The plans are full, money, signing, quick, resumed.");
    }
}
