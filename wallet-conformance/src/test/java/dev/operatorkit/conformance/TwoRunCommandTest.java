package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.command.ConformanceCommand;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Checks the options {@code --leave} and {@code --resume}: what is refused before money moves, and what the second report says. */
class TwoRunCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final StringWriter out = new StringWriter();

    @Test
    void the_report_of_a_second_run_says_that_the_first_one_was_not_certified() throws Exception {
        var left = folder.resolve("left.json").toString();
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.STORES_NO_ZERO_PAYOUTS)) {
            assertThat(run(wallet, "--quick", "--leave", left)).isEqualTo(1);
            run(wallet, "--resume", left, "--report", folder.toString());
        }
        assertThat(out.toString()).contains("Resumes the run ", "of the plan quick 1, NOT CERTIFIED, from ");
        for (var file : List.of("results.json", "junit.xml", "report.html")) {
            assertThat(Files.readString(folder.resolve(file)))
                    .contains("of the plan quick 1, NOT CERTIFIED, from ")
                    .contains(Plan.sha256(Files.readAllBytes(Path.of(left))));
        }
    }

    @Test
    void a_file_that_cannot_be_left_exits_2_before_any_money_moves() throws IOException {
        var precious = Files.writeString(folder.resolve("precious.json"), "{\"precious\":1}");
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            for (var place : List.of(precious, folder, folder.resolve("none/run.json"), Path.of("/dev/null"))) {
                assertThat(run(wallet, "--quick", "--leave", place.toString())).isEqualTo(2);
                assertThat(out.toString()).contains(place + " ");
            }
            assertThat(wallet.ledger().books().entries).isEmpty();
        }
        assertThat(precious).hasContent("{\"precious\":1}");
    }

    @Test
    void a_file_that_cannot_be_resumed_exits_2_and_says_why() throws Exception {
        var left = folder.resolve("left.json");
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(run(wallet, "--quick", "--leave", left.toString())).isZero();
            requireUsageError(
                    wallet, "are for two different runs", "--leave", left.toString(), "--resume", left.toString());
            requireUsageError(wallet, "not money", "--resume", left.toString(), "--plan", "money");
            requireUsageError(wallet, "not quick", "--resume", left.toString(), "--quick");
            requireUsageError(wallet, "needs two runs", "--plan", "resumed");
            requireUsageError(
                    wallet, "does not exist", "--resume", folder.resolve("none").toString());
            requireUsageError(
                    wallet,
                    "cannot be written",
                    "--leave",
                    folder.resolve("a/b/c").toString());
        }
        try (var other = new ConfigurableWallet(WalletVariants.usual(), null)) {
            requireUsageError(other, "was left for the wallet", "--resume", left.toString());
        }
    }

    private void requireUsageError(ConfigurableWallet wallet, String why, String... options) throws IOException {
        out.getBuffer().setLength(0);
        assertThat(run(wallet, options)).isEqualTo(2);
        assertThat(out.toString()).contains(why);
    }

    private int run(ConfigurableWallet wallet, String... more) throws IOException {
        var secret = Files.writeString(folder.resolve("secret.txt"), ConfigurableWallet.SECRET);
        var arguments = new ArrayList<>(List.of("--wallet", wallet.address(), "--secret-file", secret.toString()));
        arguments.addAll(List.of("--token", "secret-token-1", "--token", "secret-token-2"));
        arguments.addAll(List.of(more));
        var line = new CommandLine(new ConformanceCommand());
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(out));
        return line.execute(arguments.toArray(String[]::new));
    }
}
