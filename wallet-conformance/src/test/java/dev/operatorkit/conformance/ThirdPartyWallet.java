package dev.operatorkit.conformance;

import dev.operatorkit.conformance.cases.Plans;
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
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs the Python wallet under {@code testing/broken-wallets}, which was written from the specification only. */
final class ThirdPartyWallet implements AutoCloseable {
    private static final String SECRET = "broken-wallets-secret";

    private final Process process;
    private final String address;

    private ThirdPartyWallet(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Returns the folder of the wallet, or null with the reason on standard output when it cannot run here. */
    static @Nullable Path folder() {
        var here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("docs/rules.md"))) {
            here = Objects.requireNonNull(here.getParent(), "not inside the project");
        }
        var folder = here.resolve("testing/broken-wallets/python");
        if (!Files.exists(folder.resolve("wallet.py"))) {
            System.out.println("The Python wallet is not judged: " + folder + " is missing.");
            return null;
        }
        try {
            if (new ProcessBuilder("python3", "--version")
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0) {
                return folder;
            }
        } catch (IOException e) {
            System.out.println("The Python wallet is not judged: python3 is missing. Install Python 3.9 or later.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    /** Starts the wallet on a free port, with durations of this share of what a fault says. */
    static ThirdPartyWallet startScaled(Path folder, Path secretFile, double scale, String... options)
            throws IOException {
        return start(folder, secretFile, 0, scale, options);
    }

    /** Kills the wallet and starts it again at the same address, with the same options. */
    ThirdPartyWallet restart(Path folder, Path secretFile, String... options) throws IOException {
        process.destroyForcibly().onExit().join();
        return start(folder, secretFile, URI.create(address).getPort(), 1, options);
    }

    /** Starts the wallet on a free port, with {@code --fault NAME} or {@code --variant NAME}. */
    static ThirdPartyWallet start(Path folder, Path secretFile, String... options) throws IOException {
        return start(folder, secretFile, 0, 1, options);
    }

    private static ThirdPartyWallet start(Path folder, Path secretFile, int port, double scale, String... options)
            throws IOException {
        Files.writeString(secretFile, SECRET);
        var command = new ArrayList<>(List.of(
                "python3",
                "wallet.py",
                "--port",
                Integer.toString(port),
                "--prefix",
                "/wallet",
                "--secret-file",
                secretFile.toString()));
        command.addAll(List.of(options));
        var builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("WALLET_TIME_SCALE", Double.toString(scale));
        var process = builder.start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var line = out.readLine();
        if (line == null || !line.startsWith("ready ")) {
            process.destroyForcibly();
            throw new IOException("the Python wallet did not start: " + line);
        }
        return new ThirdPartyWallet(process, line.substring("ready ".length()));
    }

    /** Runs the chosen cases of the full plan with two players. */
    SuiteResult judge(Predicate<Case> which) {
        return new SuiteRunner(config(new Plan("chosen", "1", SuiteRuns.cases(which))), Progress.none()).run();
    }

    /** Runs the quick plan and leaves rounds open. */
    Checkpoint leave() {
        var run = new SuiteRunner(config(Plans.quick()).leaving(), Progress.none());
        var outcome = run.run();
        return run.checkpoint().orElseThrow(() -> new IllegalStateException(outcome.aborted()));
    }

    /** Resumes an earlier run. */
    SuiteResult resume(Checkpoint first) {
        return new SuiteRunner(config(Plans.resumed()).resuming(first), Progress.none()).run();
    }

    private SuiteConfig config(Plan plan) {
        return SuiteConfig.of(address, SECRET, List.of("token-1", "token-2"), plan);
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
