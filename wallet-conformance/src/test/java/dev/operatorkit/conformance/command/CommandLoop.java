package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Judges many wallets in one JVM for {@code testing/broken-wallets/measure.py --loop}. A line of standard input is a job and the
 * options of the conformance command, separated by tabs; the answer is the job and the exit code. {@code --until} ends a run at
 * the first failure that cites one of these rules, since more cases would not change the result of the measurement.
 */
public final class CommandLoop {
    private CommandLoop() {}

    /** Runs until the end of standard input. */
    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                var words = Arrays.asList(line.split("\t", -1));
                threads.execute(() -> answer(words.getFirst(), words.subList(1, words.size())));
            }
        }
    }

    private static void answer(String job, List<String> arguments) {
        var options = new Options();
        var code = 3;
        try {
            new CommandLine(options).parseArgs(arguments.toArray(String[]::new));
            code = run(options);
        } catch (IOException | RuntimeException e) {
            System.err.println(arguments + ": " + e);
        }
        synchronized (CommandLoop.class) {
            System.out.println(job + "\t" + code);
        }
    }

    private static int run(Options options) throws IOException {
        var resumed = options.phase.resumed();
        var plan = options.cases.plan(resumed);
        var config = options.phase.apply(
                SuiteConfig.of(options.target.target(), options.tokens, plan)
                        .withCases(options.cases.cases(plan), options.seed),
                resumed);
        var running = new AtomicReference<@Nullable SuiteRunner>();
        var run = new SuiteRunner(config, new Progress() {
            @Override
            public void onStart(int cases, List<Player> players) {
                // nothing to show
            }

            @Override
            public void onCaseEnd(CaseResult result) {
                var failure = result.failure();
                if (failure != null && options.until.contains(failure.rule())) {
                    Objects.requireNonNull(running.get()).stop("measured");
                }
            }
        });
        running.set(run);
        var outcome = run.run();
        Files.createDirectories(options.report);
        Reports.write(options.report, outcome, new TokenMask(config.tokens()), ExpectedFailures.none());
        options.phase.report(run.checkpoint(), plan, new PrintWriter(Writer.nullWriter()));
        return outcome.results().stream().anyMatch(result -> result.verdict() == Verdict.FAILED) ? 1 : 0;
    }

    /** Holds the options of one run. */
    @SuppressWarnings("NullAway.Init") // picocli sets them
    private static final class Options {
        @Mixin
        TargetOptions target = new TargetOptions();

        @Mixin
        CaseOptions cases = new CaseOptions();

        @Mixin
        PhaseOptions phase = new PhaseOptions();

        @Option(names = "--token")
        List<String> tokens = new ArrayList<>();

        @Option(names = "--seed")
        long seed = 1;

        @Option(names = "--report", required = true)
        Path report;

        @Option(names = "--until")
        List<String> until = new ArrayList<>();
    }
}
