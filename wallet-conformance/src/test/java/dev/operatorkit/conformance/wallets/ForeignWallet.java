package dev.operatorkit.conformance.wallets;

import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Plan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Runs the Python wallet of {@code testing/foreign-wallet}, which was written from the specification only. */
public final class ForeignWallet implements AutoCloseable {
    private static final String PYTHON = findPython();
    private static final String SECRET = "a-secret-of-the-foreign-wallet";
    private static final List<String> TOKENS = List.of("token-1", "token-2");

    private final Process process;
    private final String address;

    private ForeignWallet(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Returns true when the wallet can run here. */
    public static boolean canRun() {
        return !PYTHON.isEmpty();
    }

    /** Finds Python itself, since a script of a version manager takes several times as long to start; returns an empty text if there is none. */
    private static String findPython() {
        try {
            var process = new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the names of its variants. */
    public static List<String> variants() throws IOException {
        var list = process(List.of("--list-variants"));
        return new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }

    /** Starts the wallet on a free port. */
    public static ForeignWallet start(Path secretFile, List<String> options) throws IOException {
        Files.writeString(secretFile, SECRET);
        var all = new ArrayList<>(List.of("--secret-file", secretFile.toString()));
        all.addAll(options);
        var process = process(all);
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var line = out.readLine();
        if (line == null || !line.startsWith("ready ")) {
            process.destroyForcibly();
            throw new IOException("the Python wallet did not start: " + line);
        }
        return new ForeignWallet(process, line.substring("ready ".length()));
    }

    private static Process process(List<String> options) throws IOException {
        var command = new ArrayList<>(List.of(PYTHON, "-B", "wallet.py"));
        command.addAll(options);
        return new ProcessBuilder(command)
                .directory(folder().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static Path folder() {
        var here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("testing/foreign-wallet"))) {
            here = Objects.requireNonNull(here.getParent(), "not inside the project");
        }
        return here.resolve("testing/foreign-wallet");
    }

    /** Runs cases with two players. */
    public SuiteResult judge(List<Case> cases) {
        var config = SuiteConfig.of(address, SECRET, TOKENS, new Plan("chosen", "1", cases));
        return new SuiteRunner(config, Progress.none()).run();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            process.getInputStream().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
