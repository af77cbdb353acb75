package dev.operatorkit.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.operatorkit.conformance.wallets.ForeignWallet;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that a correct wallet in another language fails no case in any unusual variant. Tries two variants with every third
 * case, with {@code -Dthorough} with all, and with {@code -Dtests.long} all variants.
 */
class ForeignWalletTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final boolean THOROUGH = LONG || Boolean.getBoolean("thorough");
    private static final List<String> SOME = List.of("odd-operator-ids", "settlement-503");

    @TempDir
    Path temp = Path.of("");

    @BeforeAll
    static void requirePython() {
        assumeTrue(ForeignWallet.canRun(), "python3 is missing. Install Python 3.9 or later.");
    }

    static Stream<String> variants() throws IOException {
        if (!LONG) {
            return SOME.stream();
        }
        var all = ForeignWallet.variants();
        assertThat(all).hasSizeGreaterThan(15).containsAll(SOME);
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void a_correct_wallet_in_another_language_fails_no_case(String variant) throws IOException {
        try (var wallet = ForeignWallet.start(temp.resolve("secret"), List.of("--variant", variant))) {
            var outcome = wallet.judge(THOROUGH ? SuiteRuns.cases(c -> true) : SuiteRuns.everyThird(1));
            assertThat(outcome.aborted()).isEmpty();
            assertThat(outcome.failed())
                    .extracting(result -> result.testCase().id() + ": " + result.detail())
                    .isEmpty();
        }
    }
}
