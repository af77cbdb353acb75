package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.ExpectedFailures;
import dev.operatorkit.conformance.SuiteConfig;
import dev.operatorkit.conformance.SuiteResult;
import dev.operatorkit.conformance.SuiteRunner;
import dev.operatorkit.conformance.TrustedCertificates;
import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.ResultsFile;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code simulator conformance}: holds a wallet against the specification. */
@Command(
        name = "conformance",
        description =
                "Proves a wallet right or shows exactly where it is wrong. It needs the wallet's address, the secret,"
                        + " and session tokens of one or two players with some balance that nobody else plays with"
                        + " meanwhile.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:nothing failed",
            "1:something failed",
            "2:wrong usage",
            "3:the wallet cannot be reached, the tokens do not serve, or nothing could be tried",
            "130:stopped with Ctrl-C: within two seconds it says what it gave back and what it left open"
        },
        subcommands = DiffCommand.class,
        synopsisSubcommandLabel = "[diff A B]")
public final class ConformanceCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int UNUSABLE = 3;
    private static final String STOPPED = "Stopped with Ctrl-C";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Option(names = "--wallet", paramLabel = "URL", description = "Where the callbacks are, prefix included.")
    @Nullable
    String wallet;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "The operator's secret, a trailing newline dropped."
                    + " Without it the environment's OPERATORKIT_SECRET is taken.")
    @Nullable
    Path secretFile;

    @Option(names = "--token", paramLabel = "TOKEN", description = "A session token; again for a second player.")
    List<String> tokens = new ArrayList<>();

    @Option(
            names = "--game",
            paramLabel = "SLUG",
            description = "The game that the callbacks name (default: ${DEFAULT-VALUE}).",
            defaultValue = SuiteConfig.USUAL_GAME)
    String game = SuiteConfig.USUAL_GAME;

    @Option(
            names = "--only",
            paramLabel = "ID",
            description = "Runs these cases: an id, or a glob such as 'replay*'; again for more.")
    List<String> only = new ArrayList<>();

    @Option(
            names = "--failed-of",
            paramLabel = "REPORT",
            description = "Runs the cases that failed in an earlier report.")
    @Nullable
    Path failedOf;

    @Option(names = "--quick", description = "Runs the most telling cases alone, in a second or two.")
    boolean quick;

    @Option(names = "--list", description = "Lists the cases and runs none.")
    boolean list;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Writes report.html, results.json and junit.xml there.")
    @Nullable
    Path report;

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the random choices of an earlier run.")
    @Nullable
    Long seed;

    @Option(
            names = "--ca-cert",
            paramLabel = "PEM",
            description = "The authority that signed the wallet's certificate, in place of the public ones.")
    @Nullable
    Path caCert;

    @Option(
            names = "--expected-failures",
            paramLabel = "FILE",
            description = "Cases that are known to fail, an id or glob a line;" + " they do not count.")
    @Nullable
    Path expectedFailures;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "For each call, whole (default: ${DEFAULT-VALUE}).",
            defaultValue = "10")
    int timeout = 10;

    @Option(
            names = "--pause",
            paramLabel = "MS",
            description = "Before each call, for fragile systems (default: ${DEFAULT-VALUE}).",
            defaultValue = "0")
    int pause;

    /** Creates the command; picocli sets its options. */
    public ConformanceCommand() {}

    @Override
    public Integer call() throws IOException {
        try {
            var cases = selectedCases();
            if (list) {
                cases.forEach(c -> command.commandLine()
                        .getOut()
                        .println(String.format("%-48s %-24s %s", c.id(), String.join(" ", c.rules()), c.title())));
                return 0;
            }
            var expected = expectedFailures == null
                    ? ExpectedFailures.none()
                    : ExpectedFailures.in(expectedFailures, CaseCatalogue.cases());
            var plan = plan(cases);
            if (report != null) {
                // Before the run, which would be lost if its report could not be written.
                Files.createDirectories(report);
            }
            return run(plan, expected);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            // A file's exception has its name for a message, and nothing else.
            var why = e.getMessage() == null ? e.toString() : e.getClass().getSimpleName() + ": " + e.getMessage();
            throw new ParameterException(command.commandLine(), why, e);
        }
    }

    private List<Case> selectedCases() throws IOException {
        var failed = failedOf == null ? null : ResultsFile.failed(failedOf);
        for (var pattern : only) {
            if (CaseCatalogue.cases().stream().noneMatch(c -> ExpectedFailures.matches(pattern, c.id()))) {
                throw new IllegalArgumentException("--only names no case: " + pattern + " (see --list)");
            }
        }
        return CaseCatalogue.cases().stream()
                .filter(c ->
                        only.isEmpty() || only.stream().anyMatch(pattern -> ExpectedFailures.matches(pattern, c.id())))
                .filter(c -> !quick || c.quick())
                .filter(c -> failed == null || failed.contains(c.id()))
                .toList();
    }

    private SuiteConfig plan(List<Case> cases) throws IOException {
        if (wallet == null) {
            throw new IllegalArgumentException("give the wallet's address: --wallet URL");
        }
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("give a session token of a player: --token TOKEN");
        }
        if (timeout < 1 || pause < 0) {
            throw new IllegalArgumentException("--timeout is at least 1 second, --pause not negative");
        }
        return new SuiteConfig(
                WalletAddress.parse(wallet),
                secret(),
                List.copyOf(tokens),
                game,
                CaseCatalogue.cases(),
                cases,
                seed == null ? new SecureRandom().nextInt() & 0xffff_ffffL : seed,
                Duration.ofSeconds(timeout),
                Duration.ofMillis(pause),
                TrustedCertificates.in(caCert),
                Clock.systemUTC());
    }

    private Secret secret() throws IOException {
        if (secretFile != null) {
            return Secret.of(Files.readString(secretFile).replaceFirst("\\r?\\n$", ""));
        }
        var secret = System.getenv("OPERATORKIT_SECRET");
        if (secret == null || secret.isEmpty()) {
            throw new IllegalArgumentException(
                    "give the operator's secret: --secret-file FILE, or OPERATORKIT_SECRET in the environment");
        }
        return Secret.of(secret);
    }

    @SuppressWarnings("try") // the interruption is there to be closed
    private int run(SuiteConfig plan, ExpectedFailures expected) throws IOException {
        var mask = new TokenMask(plan.tokens());
        var terminal = new TerminalProgress(
                command.commandLine().getOut(), CommandLine.Help.Ansi.AUTO.enabled(), mask, expected);
        var run = new SuiteRunner(plan, terminal);
        try (var interruption = InterruptHandler.watch(() -> run.stop(STOPPED), () -> reportOpen(run))) {
            var outcome = run.run();
            terminal.summary(outcome);
            if (outcome.aborted().equals(STOPPED)) {
                reportStop(outcome);
            }
            if (report != null) {
                Reports.write(report, outcome, mask, expected);
            }
            return exitCode(outcome, expected);
        }
    }

    private static int exitCode(SuiteResult outcome, ExpectedFailures expected) {
        if (!outcome.aborted().isEmpty()) {
            return UNUSABLE;
        }
        var failed = outcome.failed().stream()
                .anyMatch(result -> !expected.covers(result.testCase().id()));
        return failed ? FAILED : 0;
    }

    private void reportStop(SuiteResult outcome) {
        var left = outcome.results().stream()
                .anyMatch(result -> !result.unreturnedBalance().isEmpty());
        var out = command.commandLine().getOut();
        out.println(
                left ? "Not everything was given back, see above." : "Everything that the cases took was given back.");
        out.flush();
    }

    /** Ctrl-C, and the wallet is too slow for what was begun to be ended. */
    private void reportOpen(SuiteRunner run) {
        var out = command.commandLine().getOut();
        out.println();
        var open = run.openDebits();
        out.println(STOPPED + " while the wallet did not answer. "
                + (open.isEmpty() ? "No debit is left open." : "Left open, to be rolled back by hand:"));
        open.forEach(debit -> out.println("  debit " + debit));
        out.flush();
    }
}
