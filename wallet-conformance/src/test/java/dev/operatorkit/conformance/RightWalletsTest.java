package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Checks that no correct wallet fails a case, whatever it does where the specification is open, and that balances are restored. */
class RightWalletsTest {
    record CorrectWallet(String name, WalletVariants variants, int players) {}

    @TestFactory
    Stream<DynamicTest> a_correct_wallet_fails_no_case() {
        return Stream.of(
                        new CorrectWallet("usual", WalletVariants.usual(), 2),
                        new CorrectWallet("strict about everything", WalletVariants.strict(), 2),
                        new CorrectWallet("slow and terse", WalletVariants.slow(), 1),
                        new CorrectWallet("yen with one token", WalletVariants.of("", "JPY", 0, 500), 1),
                        new CorrectWallet("dinars", WalletVariants.of("/x", "KWD", 3, 900), 2),
                        new CorrectWallet("a little bitcoin", WalletVariants.of("/x", "BTC", 8, 700), 2))
                .map(right -> DynamicTest.dynamicTest(right.name(), () -> check(right)));
    }

    private static void check(CorrectWallet right) {
        try (var wallet = new ConfigurableWallet(right.variants(), null)) {
            var before = balances(wallet);
            var outcome = SuiteRuns.run(wallet, right.players(), SuiteRuns.cases(c -> true));
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
