package dev.operatorkit.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that no correct wallet fails a case, with any behaviour where the specification is open, that balances are restored, and that no
 * round stays open. Wallets
 * that differ in their currency only are tried with the cases about money and the slow one with every third case, or with
 * {@code -Dtests.long} with all. Without {@code -Dthorough} only the first three are tried, each with another third of the cases.
 */
class RightWalletsTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final boolean THOROUGH = LONG || Boolean.getBoolean("thorough");
    private static final Plan ABOUT_MONEY = LONG ? Plans.full() : THOROUGH ? Plans.named("money") : everyThird(2);

    record CorrectWallet(String name, WalletVariants variants, int players, Plan plan) {}

    @TestFactory
    Stream<DynamicTest> a_correct_wallet_fails_no_case() {
        return Stream.of(
                        new CorrectWallet("usual", WalletVariants.usual(), 2, THOROUGH ? Plans.full() : everyThird(0)),
                        new CorrectWallet(
                                "strict about everything",
                                WalletVariants.strict(),
                                2,
                                THOROUGH ? Plans.full() : everyThird(1)),
                        new CorrectWallet("yen with one token", WalletVariants.of("", "JPY", 0, 500), 1, ABOUT_MONEY),
                        new CorrectWallet(
                                "slow and terse", WalletVariants.slow(), 1, LONG ? Plans.full() : everyThird(0)),
                        new CorrectWallet("dinars", WalletVariants.of("/x", "KWD", 3, 900), 2, ABOUT_MONEY),
                        new CorrectWallet("a little bitcoin", WalletVariants.of("/x", "BTC", 8, 700), 2, ABOUT_MONEY))
                .limit(THOROUGH ? Long.MAX_VALUE : 3)
                .map(right -> DynamicTest.dynamicTest(right.name(), () -> check(right)));
    }

    private static Plan everyThird(int from) {
        return new Plan("every third case", "1", SuiteRuns.everyThird(from));
    }

    private static void check(CorrectWallet right) {
        try (var wallet = new ConfigurableWallet(right.variants(), null)) {
            var before = balances(wallet);
            var outcome = SuiteRuns.run(wallet, right.players(), right.plan().cases());
            assertThat(outcome.aborted()).isEmpty();
            assertThat(outcome.failed())
                    .extracting(r -> r.testCase().id() + ": " + r.detail())
                    .isEmpty();
            assertThat(outcome.results())
                    .extracting(CaseResult::unreturnedBalance)
                    .containsOnly("");
            assertThat(balances(wallet))
                    .usingElementComparator(Comparator.naturalOrder())
                    .isEqualTo(before);
            assertThat(wallet.ledger().books().openRounds()).isEmpty();
            System.out.println(right.name() + ": " + outcome.summary() + " in " + outcome.millis() + " ms; skipped "
                    + outcome.results().stream()
                            .filter(r -> r.verdict() == Verdict.SKIPPED)
                            .map(r -> r.testCase().id())
                            .toList());
        }
    }

    private static List<BigDecimal> balances(ConfigurableWallet wallet) {
        return List.of("acc-1", "acc-2").stream()
                .map(id ->
                        Objects.requireNonNull(wallet.ledger().books().accounts.get(id)).balance)
                .toList();
    }
}
