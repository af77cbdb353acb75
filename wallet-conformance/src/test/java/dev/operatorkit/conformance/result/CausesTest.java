package dev.operatorkit.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.suite.Gate;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Checks that one fault of a wallet gives at most three causes in the report, however many cases fail. */
class CausesTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final boolean THOROUGH = LONG || Boolean.getBoolean("thorough");
    private static final int MAX_CAUSES = 3;

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
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), defect)) {
            var result = SuiteRuns.run(wallet, 2, THOROUGH ? Plans.full().cases() : SuiteRuns.everyThird(0));
            assertThat(result.causes())
                    .as(() -> String.join("\n", describe(result)))
                    .hasSizeBetween(1, MAX_CAUSES);
        }
    }

    private static List<String> describe(SuiteResult result) {
        return result.causes().stream()
                .map(cause -> cause.rule() + " " + cause.gate().map(Gate::name).orElse("") + " "
                        + cause.failed().size() + " failed, " + cause.blocked().size() + " blocked: "
                        + cause.failed().getFirst().testCase().id() + ": "
                        + cause.failure().expected())
                .toList();
    }
}
