package dev.operatorkit.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the Python wallet of {@code testing/foreign-wallet}, which was written from the specification only, fails no case in
 * any unusual variant. Tries two variants with every third case, with {@code -Dthorough} with all, and with {@code -Dtests.long} all
 * variants.
 */
class ForeignWalletTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final boolean THOROUGH = LONG || Boolean.getBoolean("thorough");
    private static final Path FOLDER = Path.of("../testing/foreign-wallet").toAbsolutePath();
    private static final String SECRET = "a-secret-of-the-foreign-wallet";

    @TempDir
    Path temp = Path.of("");

    static Stream<String> variants() throws IOException {
        if (!LONG) {
            return Stream.of("odd-operator-ids", "settlement-503");
        }
        var list = start("--list-variants").getInputStream().readAllBytes();
        return new String(list, StandardCharsets.UTF_8).lines().map(line -> line.replaceAll(" .*", ""));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void a_correct_wallet_in_another_language_fails_no_case(String variant) throws Exception {
        assumeTrue(isInstalled("python3"), "python3 is missing. Install Python 3.9 or later.");
        var secret = Files.writeString(temp.resolve("secret"), SECRET);
        var wallet = start("--secret-file", secret.toString(), "--variant", variant);
        try (var out = wallet.inputReader(StandardCharsets.UTF_8)) {
            var line = out.readLine();
            assertThat(line).startsWith("ready ");
            var plan = new Plan("chosen", "1", THOROUGH ? SuiteRuns.cases(c -> true) : SuiteRuns.everyThird(1));
            var config = SuiteConfig.of(line.substring("ready ".length()), SECRET, List.of("token-1", "token-2"), plan);
            var outcome = SuiteRuns.run(config);
            assertThat(outcome.aborted()).isEmpty();
            assertThat(outcome.failed())
                    .extracting(result -> result.testCase().id() + ": " + result.detail())
                    .isEmpty();
        } finally {
            wallet.destroyForcibly().waitFor();
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static Process start(String... options) throws IOException {
        var command = Stream.concat(Stream.of("python3", "-B", "wallet.py"), Stream.of(options));
        return new ProcessBuilder(command.toList())
                .directory(FOLDER.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
