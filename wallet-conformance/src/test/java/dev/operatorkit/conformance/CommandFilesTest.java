package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.command.ConformanceCommand;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests what the command says about files that it cannot use. */
class CommandFilesTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();

    @Test
    void a_full_disk_ends_the_wire_log_and_not_the_run() throws IOException {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            wallet.issue("token-1", "token-2");
            assertThat(run(wallet, "--token", "token-1", "--only", "still-alive", "--wire-log", "/dev/full"))
                    .as(out.toString())
                    .isEqualTo(3);
        }
        assertThat(out.toString())
                .contains(" passed, 0 failed")
                .contains("The wire log /dev/full is incomplete: No space left on device.")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({
        "--report, a-file, a-file is a file. Name a folder.",
        "--wire-log, ., Is a directory",
        "--waivers, ., is a folder"
    })
    void a_file_that_cannot_be_used_is_named_in_a_sentence(String option, String name, String sentence)
            throws IOException {
        var file = folder.resolve(name);
        if (!Files.isDirectory(file)) {
            Files.writeString(file, "");
        }
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            assertThat(run(wallet, "--token", "token-1", option, file.toString()))
                    .isEqualTo(2);
        }
        assertThat(out.toString()).contains(sentence).doesNotContain("Exception");
    }

    private int run(ConfigurableWallet wallet, String... more) throws IOException {
        var secret = Files.writeString(folder.resolve("secret.txt"), ConfigurableWallet.SECRET);
        var arguments = new ArrayList<>(List.of("--wallet", wallet.address(), "--secret-file", secret.toString()));
        arguments.addAll(List.of(more));
        var writer = new PrintWriter(out, true);
        return new CommandLine(new ConformanceCommand())
                .setOut(writer)
                .setErr(writer)
                .execute(arguments.toArray(String[]::new));
    }
}
