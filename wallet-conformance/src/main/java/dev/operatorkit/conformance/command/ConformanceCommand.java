package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.options.ReportOptions;
import dev.operatorkit.conformance.options.TesterOptions;
import dev.operatorkit.conformance.options.TokenOptions;
import dev.operatorkit.conformance.report.FileProblem;
import dev.operatorkit.conformance.report.SigningKey;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.report.VisibleText;
import dev.operatorkit.conformance.report.WireLog;
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
import java.util.Optional;
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
                    + " accepts, the wallet cannot be reached, it rejected the tokens, no case could run, or a file of"
                    + " --leave or --wire-log could not be written",
            "130:stopped with Ctrl-C; within two seconds it reports what it restored and what it left open, and writes"
                    + " the report of what was tested",
            "143:the same, stopped with SIGTERM"
        },
        subcommands = {DiffCommand.class, VerifyCommand.class},
        synopsisSubcommandLabel = "[diff A B | verify BUNDLE]")
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
            names = "--rerun",
            paramLabel = "FOLDER",
            description =
                    "Runs cases of an earlier report again and writes their new results into it: those that failed,"
                        + " those that they blocked and those that a stopped run did not reach, or those of --only and"
                        + " --rule. Wallet, plan and options are those of the report.")
    @Nullable
    Path rerun;

    @Option(
            names = "--waivers",
            paramLabel = "FILE",
            description = "Lists cases that may be skipped, one per line: an id or glob, the last day, the reason.")
    @Nullable
    Path waivers;

    @Option(names = "--list", description = "Lists the cases without running them.")
    boolean list;

    @Option(
            names = "--wire-log",
            paramLabel = "FILE",
            description =
                    "Writes every exchange when it ends, one JSON object a line, with the case that made it and the"
                            + " tokens masked.")
    @Nullable
    Path wireLog;

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
            var again = rerun == null ? null : Rerun.of(this, rerun);
            var resumed = phase.resumed();
            var plan = cases.plan(resumed);
            var chosen = again == null ? cases.cases(plan) : again.cases(cases.cases(plan));
            if (list) {
                chosen.forEach(c -> command.commandLine()
                        .getOut()
                        .println(String.format("%-48s %-24s %s", c.id(), String.join(" ", c.rules()), c.title())));
                return 0;
            }
            var expected = report.expected(CaseCatalogue.cases());
            CaseOptions.requireRunnable(plan, resumed);
            var config = phase.apply(config(plan, chosen), resumed);
            if (again != null) {
                again.requireSameOptions(config);
                expected = again.expectedFailures(expected);
            }
            var key = report.key();
            if (again == null) {
                report.prepare();
            } else if (key != null) {
                again.requireSameKey(key);
            }
            return run(config, expected, key, again);
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
    private int run(SuiteConfig config, ExpectedFailures expected, @Nullable SigningKey key, @Nullable Rerun again)
            throws IOException {
        var mask = new TokenMask(config.tokens()).and(config.target().secret());
        mask.warnings().forEach(command.commandLine().getOut()::println);
        var log = wireLog == null ? null : new WireLog(wireLog, mask);
        var terminal = new TerminalProgress(
                command.commandLine().getOut(),
                command.commandLine().getColorScheme().ansi().enabled(),
                mask,
                expected,
                config.cases(),
                log == null ? (caseId, exchange) -> {} : log);
        var run = new SuiteRunner(config, terminal);
        // A rerun that did not complete changes nothing.
        Writer writer = outcome -> {
            if (again == null || run.isComplete()) {
                report.write(outcome, mask, expected, key);
            }
        };
        try (log;
                var interruption =
                        InterruptHandler.watch(() -> run.stop(STOPPED), () -> reportOpen(run, writer, again != null))) {
            var ran = run.run();
            var outcome = again == null ? ran : again.merge(ran);
            var isStopped = ran.aborted().equals(STOPPED);
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
                if (isStopped) {
                    reportResumption(again != null);
                }
            }
            if (!isStopped || phase.leave != null) {
                phase.report(
                        run.checkpoint(), config.plan(), command.commandLine().getOut());
            }
            var incomplete = log == null ? Optional.<String>empty() : log.problem();
            incomplete.ifPresent(command.commandLine().getErr()::println);
            var code = report.exitCode(outcome, expected);
            return code == 0 && incomplete.isPresent() ? ReportOptions.INCOMPLETE : code;
        }
    }

    /** Writes the report of a run. */
    private interface Writer {
        void write(SuiteResult outcome) throws IOException;
    }

    /** Reports open debits and what was tested when the wallet is too slow to end the cases after a signal. */
    private void reportOpen(SuiteRunner run, Writer writer, boolean isRerun) {
        synchronized (reporting) {
            if (!reporting.getAndSet(true)) {
                reportOpenDebits(run);
                try {
                    writer.write(run.partialResult());
                } catch (IOException e) {
                    command.commandLine().getErr().println(FileProblem.describe(e));
                    command.commandLine().getErr().flush();
                }
                reportResumption(isRerun);
            }
        }
    }

    /** Prints how to run the cases that a stopped run did not reach. */
    private void reportResumption(boolean isRerun) {
        var out = command.commandLine().getOut();
        var folder = report.folder();
        if (isRerun) {
            out.println("The report is unchanged. Run the command again.");
        } else if (folder.isPresent()) {
            out.println("The report in " + folder.get() + " says what was tested. To run the other cases: simulator"
                    + " conformance --rerun " + folder.get() + ", with the same secret and tokens.");
        } else {
            out.println("Run the command again. With --report DIR, --rerun DIR continues a run that was stopped.");
        }
        out.flush();
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
