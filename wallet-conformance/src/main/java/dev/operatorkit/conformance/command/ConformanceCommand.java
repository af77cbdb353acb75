package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.options.ReportOptions;
import dev.operatorkit.conformance.options.TesterOptions;
import dev.operatorkit.conformance.options.TokenOptions;
import dev.operatorkit.conformance.report.FileProblem;
import dev.operatorkit.conformance.report.SigningKey;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.report.VisibleText;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Waivers;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.terminal.TerminalProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Checks a wallet against the specification: {@code simulator conformance}. Not thread-safe. */
@Command(
        name = "conformance",
        description =
                "Checks whether a wallet is correct, and shows exactly where it is not. It needs the wallet's address,"
                    + " the secret, and session tokens of one or two players with some balance. The players must not"
                    + " be used otherwise during the run.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the verdict is CERTIFIED, or INCOMPLETE and accepted; expected failures do not count",
            "1:something failed, also when the run then stopped",
            "2:wrong usage",
            "3:nothing failed, but the verdict is INCOMPLETE: part of the plan was not tried, which --accept incomplete"
                    + " accepts, the wallet cannot be reached, it rejected the tokens, no case could run, or the"
                    + " file of --leave could not be written",
            "130:stopped with Ctrl-C; within two seconds it reports what it restored and what it left open, and writes"
                    + " the report of what was tested",
            "143:the same, stopped with SIGTERM"
        },
        subcommands = VerifyCommand.class,
        synopsisSubcommandLabel = "[verify BUNDLE]")
public final class ConformanceCommand implements Callable<Integer> {
    private static final String STOPPED = "Stopped by a signal";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Mixin
    TargetOptions target = new TargetOptions();

    @Mixin
    CaseOptions cases = new CaseOptions();

    @Mixin
    PhaseOptions phase = new PhaseOptions();

    @Mixin
    TesterOptions tester = new TesterOptions();

    @Option(
            names = "--wallet-name",
            paramLabel = "NAME",
            description = "The wallet, for the reports.",
            defaultValue = "")
    String walletName = "";

    @Option(
            names = "--wallet-version",
            paramLabel = "VERSION",
            description = "Its version or commit, for the reports.",
            defaultValue = "")
    String walletVersion = "";

    @Mixin
    ReportOptions report = new ReportOptions();

    @Mixin
    TokenOptions tokenOptions = new TokenOptions();

    @Option(
            names = "--game",
            paramLabel = "SLUG",
            description = "The game that the callbacks name. Default: ${DEFAULT-VALUE}.",
            defaultValue = SuiteConfig.DEFAULT_GAME)
    String game = SuiteConfig.DEFAULT_GAME;

    @Option(
            names = "--waivers",
            paramLabel = "FILE",
            description = "Lists cases that may be skipped, one per line: an id or glob, the last day, the reason.")
    @Nullable
    Path waivers;

    @Option(names = "--list", description = "Lists the cases without running them.")
    boolean list;

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the random choices of an earlier run.")
    @Nullable
    Long seed;

    /** Holds true once a result was reported: by the run, or by the signal that ends it. */
    private final AtomicBoolean reporting = new AtomicBoolean();

    /** Creates the command; picocli sets its options. */
    public ConformanceCommand() {}

    @Override
    public Integer call() throws IOException {
        try {
            var resumed = phase.resumed();
            var plan = cases.plan(resumed);
            var chosen = cases.cases(plan);
            if (list) {
                chosen.forEach(c -> command.commandLine()
                        .getOut()
                        .println(String.format("%-48s %-24s %s", c.id(), String.join(" ", c.rules()), c.title())));
                return 0;
            }
            var expected = report.expected(CaseCatalogue.cases());
            CaseOptions.requireRunnable(plan, resumed);
            var config = phase.apply(config(plan, chosen), resumed);
            var key = report.key();
            report.prepare();
            return run(config, expected, key);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new ParameterException(command.commandLine(), FileProblem.describe(e), e);
        }
    }

    private SuiteConfig config(Plan plan, List<Case> chosen) throws IOException {
        var wallet = target.target();
        if (waivers != null && Files.isDirectory(waivers)) {
            throw new IllegalArgumentException("--waivers " + waivers + " is a folder. Name a file.");
        }
        var tokens = tokenOptions.read();
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("A session token is missing. Give one with --token TOKEN.");
        }
        return SuiteConfig.of(wallet, tokens, plan)
                .withCases(chosen, seed == null ? new SecureRandom().nextInt() & 0xffff_ffffL : seed)
                .withGame(game)
                .withWaivers(waivers == null ? Waivers.none() : Waivers.in(waivers, CaseCatalogue.cases(), plan))
                .withDescription(tester.describe(walletName, walletVersion));
    }

    @SuppressWarnings("try") // the interruption is there to be closed
    private int run(SuiteConfig config, ExpectedFailures expected, @Nullable SigningKey key) throws IOException {
        var mask = new TokenMask(config.tokens()).and(config.target().secret());
        mask.warnings().forEach(command.commandLine().getOut()::println);
        var terminal = new TerminalProgress(
                command.commandLine().getOut(),
                command.commandLine().getColorScheme().ansi().enabled(),
                mask,
                expected,
                config.cases());
        var run = new SuiteRunner(config, terminal);
        Writer writer = outcome -> report.write(outcome, mask, expected, key);
        try (var interruption = InterruptHandler.watch(() -> run.stop(STOPPED), () -> reportOpen(run, writer))) {
            var outcome = run.run();
            var isStopped = outcome.aborted().equals(STOPPED);
            synchronized (reporting) {
                if (reporting.getAndSet(true)) {
                    return ReportOptions.INCOMPLETE; // The interruption has reported it, and ends the process.
                }
                if (isStopped) {
                    terminal.stopped(outcome);
                } else {
                    terminal.summary(outcome);
                }
                writer.write(outcome);
            }
            if (!isStopped || phase.leave != null) {
                phase.report(
                        run.checkpoint(), config.plan(), command.commandLine().getOut());
            }
            return report.exitCode(outcome, expected);
        }
    }

    /** Writes the report of a run. */
    private interface Writer {
        void write(SuiteResult outcome) throws IOException;
    }

    /** Reports open debits and what was tested when the wallet is too slow to end the cases after a signal. */
    private void reportOpen(SuiteRunner run, Writer writer) {
        synchronized (reporting) {
            if (!reporting.getAndSet(true)) {
                reportOpenDebits(run);
                try {
                    writer.write(run.partialResult());
                } catch (IOException e) {
                    command.commandLine().getErr().println(FileProblem.describe(e));
                    command.commandLine().getErr().flush();
                }
            }
        }
    }

    private void reportOpenDebits(SuiteRunner run) {
        var out = command.commandLine().getOut();
        out.println();
        var open = run.openDebits();
        out.println(
                open.isEmpty()
                        ? STOPPED + ". No debit is left open."
                        : STOPPED + " while the wallet did not respond. Roll these back by hand:");
        open.forEach(debit -> out.println("  debit " + VisibleText.line(debit)));
        out.flush();
    }
}
