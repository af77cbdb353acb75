package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.cases.Plans;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** One fault of a wallet is one cause in the report, or two or three where it breaks several rules, and never a hundred failures. */
class CausesTest {
    private static final int MOST = 3;

    /** Holds defects that failed dozens of cases each before there were gates. */
    static final List<Defect> FLOODS = List.of(
            Defect.CHECKS_NO_SIGNATURE,
            Defect.ANSWERS_403_TO_BAD_SIGNATURES,
            Defect.CHECKS_NO_TIMESTAMP,
            Defect.WRITES_THE_PLAYERS_BALANCE_AS_A_STRING,
            Defect.FORGETS_THE_OPERATOR_ID,
            Defect.HAS_NO_LOOKUP,
            Defect.KEEPS_NO_DEBIT,
            Defect.WANTS_A_TOKEN_ON_CREDITS,
            Defect.WANTS_A_TOKEN_ON_ROLLBACKS,
            Defect.REFUSES_REPLAYS);

    private static SuiteResult against(Defect defect) {
        try (var wallet = new OtherWallet(WalletVariants.usual(), defect)) {
            return Against.run(wallet, 2, Plans.full().cases());
        }
    }

    @ParameterizedTest
    @FieldSource("FLOODS")
    void a_fault_that_fails_many_cases_has_few_causes(Defect defect) {
        var result = against(defect);
        assertThat(result.causes())
                .as(() -> String.join("\n", described(result)))
                .hasSizeBetween(1, MOST);
    }

    /** With {@code -Dtests.long}, prints the number of failures and of causes of every defect, which takes minutes. */
    @Test
    void a_defect_has_a_cause() {
        var defects = Boolean.getBoolean("tests.long") ? List.of(Defect.values()) : List.of(Defect.OVERDRAWS_BY_ONE);
        for (var defect : defects) {
            var result = against(defect);
            System.out.printf(
                    "%s\t%d failed\t%d skipped\t%d causes\t%s%n",
                    defect,
                    result.failed().size(),
                    result.summary().get(Verdict.SKIPPED),
                    result.causes().size(),
                    String.join(" | ", described(result)));
            assertThat(result.causes()).isNotEmpty();
        }
    }

    private static List<String> described(SuiteResult result) {
        return result.causes().stream()
                .map(cause -> cause.rule() + " " + cause.gate().map(Gate::name).orElse("") + " "
                        + cause.failed().size() + " failed, " + cause.blocked().size() + " blocked: "
                        + cause.failed().getFirst().testCase().id() + ": "
                        + cause.failure().expected())
                .toList();
    }
}
