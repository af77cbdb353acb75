package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.CaseResult;
import dev.operatorkit.conformance.ExpectedFailures;
import dev.operatorkit.conformance.Player;
import dev.operatorkit.conformance.Progress;
import dev.operatorkit.conformance.SuiteConfig;
import dev.operatorkit.conformance.SuiteResult;
import dev.operatorkit.conformance.SuiteRunner;
import dev.operatorkit.conformance.TimeLeft;
import dev.operatorkit.conformance.Verdict;
import dev.operatorkit.conformance.report.ReportDiff;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the conformance suite for the console: one run at a time. Keeps the newest runs. */
final class ConformanceRuns {
    private static final Logger LOG = LoggerFactory.getLogger(ConformanceRuns.class);
    private static final int KEPT = 8;

    private final List<Running> runs = new ArrayList<>();
    private @Nullable Path folder;
    private int numbered;

    /** Holds one run, in progress or over. */
    final class Running implements Progress {
        private final int number;
        private final SuiteConfig config;
        private final TokenMask mask;
        private final SuiteRunner run;
        private final ChangeNotifier changes = new ChangeNotifier();
        private final Map<String, CaseResult> results = new ConcurrentHashMap<>();
        private volatile List<Player> players = List.of();
        private volatile @Nullable SuiteResult outcome;
        private volatile @Nullable TimeLeft timeLeft;

        private Running(int number, SuiteConfig config) {
            this.number = number;
            this.config = config;
            this.mask = new TokenMask(config.tokens()).and(config.target().secret());
            this.run = new SuiteRunner(config, this);
        }

        @Override
        public void onStart(int cases, List<Player> known) {
            players = known;
            timeLeft = new TimeLeft(config.cases(), known.size());
            changes.notifyListeners();
        }

        @Override
        public void onCaseEnd(CaseResult result) {
            results.put(result.testCase().id(), result);
            var estimate = timeLeft;
            if (estimate != null) {
                estimate.end(result.testCase());
            }
            changes.notifyListeners();
        }

        private void runToEnd() {
            var done = run.run();
            done.results().forEach(result -> results.put(result.testCase().id(), result));
            try {
                Reports.write(reports(), done, mask, ExpectedFailures.none());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                outcome = done;
                changes.notifyListeners();
            }
        }

        int number() {
            return number;
        }

        SuiteConfig config() {
            return config;
        }

        TokenMask mask() {
            return mask;
        }

        String players() {
            return String.join(", ", players.stream().map(Player::toString).toList());
        }

        /** Returns the start time, or null while the run is in progress. */
        @Nullable
        Instant started() {
            var done = outcome;
            return done == null ? null : done.started();
        }

        boolean isOver() {
            return outcome != null;
        }

        /** Returns the results, once the run is over. */
        SuiteResult outcome() {
            return Objects.requireNonNull(outcome, "the run is in progress");
        }

        double seconds() {
            var done = outcome;
            return done == null ? 0 : done.millis() / 1000.0;
        }

        Optional<CaseResult> result(Case of) {
            return Optional.ofNullable(results.get(of.id()));
        }

        /** Returns how long the run still takes, such as "about 40 s left", or an empty text when that is not known. */
        String timeLeft() {
            var estimate = timeLeft;
            return estimate == null || isOver()
                    ? ""
                    : estimate.left()
                            .map(left -> "about " + TimeLeft.describe(left) + " left")
                            .orElse("");
        }

        int endedCases() {
            return results.size();
        }

        Map<Verdict, Long> counts() {
            var counts = new EnumMap<Verdict, Long>(Verdict.class);
            for (var verdict : Verdict.values()) {
                counts.put(
                        verdict,
                        results.values().stream()
                                .filter(result -> result.verdict() == verdict)
                                .count());
            }
            return counts;
        }

        ChangeNotifier changes() {
            return changes;
        }

        void stop() {
            run.stop("stopped from the console");
        }

        Path reports() throws IOException {
            return folder().resolve(Integer.toString(number));
        }

        ReportDiff since(Running earlier) throws IOException {
            return ReportDiff.of(earlier.reports(), reports());
        }
    }

    synchronized Running start(SuiteConfig config) {
        if (runs.stream().anyMatch(run -> !run.isOver())) {
            throw new IllegalArgumentException(
                    "A run is in progress. Two would use the same players' money. Stop it or wait until it is over.");
        }
        var running = new Running(++numbered, config);
        runs.addFirst(running);
        while (runs.size() > KEPT) {
            runs.removeLast();
        }
        Thread.ofVirtual().name("conformance").start(() -> runToEnd(running));
        return running;
    }

    private void runToEnd(Running running) {
        try {
            running.runToEnd();
        } catch (RuntimeException | Error e) {
            LOG.error("The conformance run {} failed unexpectedly", running.number, e);
            forgetUnfinished(running);
        }
    }

    /** Removes a run without a result, which would count as in progress for good and prevent every other. */
    private synchronized void forgetUnfinished(Running running) {
        if (!running.isOver()) {
            runs.remove(running);
            running.changes.notifyListeners();
        }
    }

    /** Returns all kept runs, newest first. */
    synchronized List<Running> all() {
        return List.copyOf(runs);
    }

    synchronized Running get(int number) {
        return runs.stream()
                .filter(run -> run.number == number)
                .findFirst()
                .orElseThrow(
                        () -> new NoSuchElementException("Run " + number + " does not exist or is no longer kept."));
    }

    /** Returns the temporary folder of the reports, which is deleted when the simulator stops. */
    private synchronized Path folder() throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory("operatorkit-conformance");
            var made = folder;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(made)));
        }
        return folder;
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
