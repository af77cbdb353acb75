package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Runs the conformance command and keeps what it prints. */
public final class CommandRun {
    private final Path folder;
    private final StringWriter out = new StringWriter();

    /** Creates a run whose secret is in a file of this folder. */
    public CommandRun(Path folder) {
        this.folder = folder;
    }

    /** Tests a wallet with two players, and returns the exit code. */
    public int test(ConfigurableWallet wallet, String... more) throws IOException {
        return testWith(List.of("secret-token-1", "secret-token-2"), wallet.address(), more);
    }

    /** Tests the wallet at this address with these tokens. */
    public int testWith(List<String> tokens, String address, String... more) throws IOException {
        var usual = Stream.of("--wallet", address, "--secret-file", secretFile());
        var players = tokens.stream().flatMap(token -> Stream.of("--token", token));
        return execute(
                Stream.of(usual, players, Stream.of(more)).flatMap(each -> each).toArray(String[]::new));
    }

    /** Writes the secret of the wallet into a file, and returns its name. */
    public String secretFile() throws IOException {
        return Files.writeString(folder.resolve("secret.txt"), ConfigurableWallet.SECRET + "\n")
                .toString();
    }

    /** Runs the command with these arguments and no others. */
    public int execute(String... arguments) {
        var writer = new PrintWriter(out, true);
        return new CommandLine(new ConformanceCommand())
                .setOut(writer)
                .setErr(writer)
                .execute(arguments);
    }

    /** Returns what was printed so far. */
    public String printed() {
        return out.toString();
    }
}
