package dev.operatorkit.conformance;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.Plan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Runs a wallet under {@code testing/broken-wallets}, which was written from the specification only. */
final class ThirdPartyWallet implements AutoCloseable {
    /** Names the language of a wallet, what runs it, and the session tokens that it has. */
    enum Language {
        PYTHON("Python", Python.executable(), "wallet.py", "Python 3.9", "token-1 token-2"),
        NODE("Node", "node", "wallet.js", "Node.js 18", "token-1 token-2 token-1-second");

        private final String title;
        private final String interpreter;
        private final String file;
        private final String needed;
        private final String tokens;

        Language(String title, String interpreter, String file, String needed, String tokens) {
            this.title = title;
            this.interpreter = interpreter;
            this.file = file;
            this.needed = needed;
            this.tokens = tokens;
        }

        String title() {
            return title;
        }

        private List<String> command() {
            return List.of(interpreter, file);
        }
    }

    private static final String SECRET = "broken-wallets-secret";

    private final Language language;
    private final Process process;
    private final String address;

    private ThirdPartyWallet(Language language, Process process, String address) {
        this.language = language;
        this.process = process;
        this.address = address;
    }

    /** Returns true when the wallet can run here; otherwise says why not, on standard output. */
    static boolean canRun(Language language) {
        var why = "";
        if (!Files.exists(folder(language).resolve(language.file))) {
            why = folder(language) + " is missing.";
        } else if (!isInstalled(language)) {
            why = language.interpreter + " is missing. Install " + language.needed + " or later.";
        }
        if (!why.isEmpty()) {
            System.out.println("The " + language.title() + " wallet is not judged: " + why);
        }
        return why.isEmpty();
    }

    private static boolean isInstalled(Language language) {
        try {
            return new ProcessBuilder(language.interpreter, "--version")
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns the folder of the wallet. */
    static Path folder(Language language) {
        var here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("docs/rules.md"))) {
            here = Objects.requireNonNull(here.getParent(), "not inside the project");
        }
        return here.resolve("testing/broken-wallets").resolve(language.title().toLowerCase(Locale.ROOT));
    }

    /** Starts the wallet on a free port, with faults that read the time, in seconds, from a file. */
    static ThirdPartyWallet startWithClock(Language language, Path secretFile, Path clock, String... options)
            throws IOException {
        return start(language, secretFile, 0, Map.of("WALLET_CLOCK", clock.toString()), options);
    }

    /** Kills the wallet and starts it again at the same address, with the same options. */
    ThirdPartyWallet restart(Path secretFile, String... options) throws IOException {
        process.destroyForcibly().onExit().join();
        return start(language, secretFile, URI.create(address).getPort(), Map.of(), options);
    }

    /** Starts the wallet on a free port, with {@code --fault NAME} or {@code --variant NAME}. */
    static ThirdPartyWallet start(Language language, Path secretFile, String... options) throws IOException {
        return start(language, secretFile, 0, Map.of(), options);
    }

    private static ThirdPartyWallet start(
            Language language, Path secretFile, int port, Map<String, String> environment, String... options)
            throws IOException {
        Files.writeString(secretFile, SECRET);
        var command = new ArrayList<>(language.command());
        command.addAll(List.of(
                "--port", Integer.toString(port), "--prefix", "/wallet", "--secret-file", secretFile.toString()));
        command.addAll(List.of(options));
        var builder = new ProcessBuilder(command)
                .directory(folder(language).toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        var process = builder.start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var line = out.readLine();
        if (line == null || !line.startsWith("ready ")) {
            process.destroyForcibly();
            throw new IOException("the " + language.title() + " wallet did not start: " + line);
        }
        return new ThirdPartyWallet(language, process, line.substring("ready ".length()));
    }

    /** Runs the chosen cases of the full plan with two players. */
    SuiteResult judge(Predicate<Case> which) {
        return new SuiteRunner(config(new Plan("chosen", "1", SuiteRuns.cases(which))), Progress.none()).run();
    }

    /** Runs the quick plan and leaves rounds open. */
    Checkpoint leave() {
        var run = new SuiteRunner(config(Plans.quick()).leaving(checkpoint -> {}), Progress.none());
        var outcome = run.run();
        return run.checkpoint().orElseThrow(() -> new IllegalStateException(outcome.aborted()));
    }

    /** Resumes an earlier run. */
    SuiteResult resume(Checkpoint first) {
        return new SuiteRunner(config(Plans.resumed()).resuming(first), Progress.none()).run();
    }

    private SuiteConfig config(Plan plan) {
        return SuiteConfig.of(address, SECRET, List.of(language.tokens.split(" ", -1)), plan);
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
