package dev.operatorkit.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Gate;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Checks that one fault of a wallet gives at most three causes in the report, which a reader can tell apart. */
class CausesTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final boolean THOROUGH = LONG || Boolean.getBoolean("thorough");
    private static final int MAX_CAUSES = 3;
    private static final String DEBIT = Gate.DEBIT.caseId();

    /** Holds defects that failed dozens of cases each before there were gates; the first five have different gates. */
    private static final List<Defect> ALL_FLOODS = List.of(
            Defect.SKIPS_SIGNATURE_CHECK,
            Defect.SKIPS_TIMESTAMP_CHECK,
            Defect.OMITS_OPERATOR_ID,
            Defect.LACKS_LOOKUP,
            Defect.REQUIRES_TOKEN_ON_CREDITS,
            Defect.ANSWERS_403_TO_BAD_SIGNATURES,
            Defect.WRITES_PLAYER_BALANCE_AS_STRING,
            Defect.LOSES_DEBITS,
            Defect.REQUIRES_TOKEN_ON_ROLLBACKS,
            Defect.REFUSES_REPLAYS,
            Defect.REFUSES_ZERO_PAYOUTS,
            Defect.REFUSES_ZERO_STAKES);

    /** Holds the first, the first three with {@code -Dthorough}, or all with {@code -Dtests.long}. */
    static final List<Defect> FLOODS = LONG ? ALL_FLOODS : ALL_FLOODS.subList(0, THOROUGH ? 3 : 1);

    /** Runs the full plan, or without {@code -Dthorough} every third case. */
    @ParameterizedTest
    @FieldSource("FLOODS")
    void a_fault_that_fails_many_cases_has_few_causes(Defect defect) {
        try (var wallet = ConfigurableWallet.with(defect)) {
            var result = SuiteRuns.run(wallet, 2, THOROUGH ? Plans.full().cases() : SuiteRuns.everyThird(0));
            assertThat(result.causes())
                    // A call that should have been refused may move the money under a read-only case in the other lane.
                    .filteredOn(cause -> cause.failed().size() > 2)
                    .extracting(cause -> cause.failed().getFirst().testCase().id() + " and "
                            + cause.failed().size() + " others fail: "
                            + cause.failure().expected())
                    .hasSizeBetween(1, MAX_CAUSES);
        }
    }

    @Test
    void causes_with_the_same_text_are_one() {
        var causes = Cause.of(List.of(
                failed(DEBIT, "status 500 {}"),
                failed("one", "status 500 {}"),
                failed("two", "status 500 {\"message\":\"other\"}"),
                result("three", Verdict.SKIPPED, Gate.DEBIT.blocking(), null)));
        assertThat(causes).hasSize(1);
        assertThat(causes.getFirst().gate()).contains(Gate.DEBIT);
        assertThat(causes.getFirst().failed()).hasSize(3);
        assertThat(causes.getFirst().blocked()).hasSize(1);
    }

    private static CaseResult failed(String id, String actual) {
        return result(id, Verdict.FAILED, "", new Failure("WAL-4", "200 for the debit", actual, "", null));
    }

    private static CaseResult result(String id, Verdict verdict, String detail, @Nullable Failure failure) {
        return CaseResult.of(Case.of(id, "A title", "WAL-4", t -> {}), verdict, detail, failure);
    }

    @ParameterizedTest
    @CsvSource({
        "503 {},refuses load",
        "413,raise its limit",
        "409 {},422 for a limit",
        "500 {},column's range",
        "422 {},''"
    })
    void what_the_status_says_comes_before_the_hint(String status, String first) {
        var failure = new Failure("WAL-4", "200", "status " + status, "", null);
        assertThat(failure.advice()).contains(first);
        assertThat(failure.advice().endsWith(Rules.hintFor("WAL-4"))).isEqualTo(status.matches("[45](09|00|22).*"));
    }
}
