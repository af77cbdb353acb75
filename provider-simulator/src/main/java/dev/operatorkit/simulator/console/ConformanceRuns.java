package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.report.EarlierReport;
import dev.operatorkit.conformance.report.ReportDiff;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.simulator.runs.ConformanceSummary;
import dev.operatorkit.simulator.runs.RunFolder;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.transcript.Transcript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the conformance suite for the console: one run at a time. Keeps the newest runs, with {@code --data} for good. */
final class ConformanceRuns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ConformanceRuns.class);
    private static final int MOST = 50;
    private static final long STOP_MILLIS = 2000;
    private static final int MOST_CALLBACKS = 1000;

    private final RunFolder<ConformanceSummary> folder;
    private final Transcript transcript;
    private final List<LiveRun> live = new ArrayList<>();
    private final Map<Integer, KeptRun> kept = new HashMap<>();

    ConformanceRuns(@Nullable Path data, Transcript transcript) {
        this.transcript = transcript;
        folder = RunFolder.open(data, "conformance", ConformanceSummary.class, MOST);
    }

    /** Represents one run: in progress, over, or kept from before the simulator started. */
    interface Running extends RunRoutes.ReportedRun {
        String wallet();

        /** Returns the plan with its version. */
        String plan();

        String label();

        String walletVersion();

        long seed();

        /** Returns when it began, in UTC, or an empty text while it opens the players. */
        String started();

        /** Returns the cases that are run; empty if this version cannot read the run. */
        List<Case> cases();

        int caseCount();

        /** Returns how many cases the plan of the run has. */
        int planCases();

        /** Returns how many of these cases the plan of the run has, as far as this version knows the plan. */
        default long plannedIn(Group group) {
            return Plans.all().stream()
                    .filter(plan -> plan.toString().equals(plan()))
                    .flatMap(plan -> plan.cases().stream())
                    .filter(group.cases()::contains)
                    .count();
        }

        TokenMask mask();

        String players();

        /** Returns whether the simulator still has the tokens, so that cases can be run again at once. */
        boolean hasTokens();

        /** Returns why the cases cannot be shown, or an empty text. */
        default String problem() {
            return "";
        }

        /** Returns the results, once the run is over. */
        SuiteResult outcome();

        /** Returns the conclusion in words. */
        String verdict();

        double seconds();

        Optional<CaseResult> result(Case of);

        /** Returns how long the run still takes, such as "about 40 s left", or an empty text when that is not known. */
        String timeLeft();

        int endedCases();

        Map<Verdict, Long> counts();

        /** Returns how many callbacks the simulator itself sent for the operator during the run, as far as it knows. */
        default long otherCallbacks() {
            return 0;
        }

        /** Returns the number of the run whose cases this one ran again, or 0. */
        int rerunOf();
    }

    /** Compares a run with an earlier one. */
    static ReportDiff compare(Running earlier, Running later) throws IOException {
        return ReportDiff.of(earlier.reports(), later.reports());
    }

    /** Returns the differences that keep two runs from being compared case by case: another wallet, plan or version of the wallet. */
    static List<String> differences(Running earlier, Running later) {
        var differences = new ArrayList<String>();
        note(differences, "the wallet", earlier.wallet(), later.wallet());
        note(differences, "the plan", earlier.plan(), later.plan());
        note(differences, "the wallet's version", earlier.walletVersion(), later.walletVersion());
        return differences;
    }

    private static void note(List<String> differences, String what, String before, String after) {
        if (!before.equals(after)) {
            differences.add(what + " was " + (before.isEmpty() ? "not given" : before) + " and is "
                    + (after.isEmpty() ? "not given" : after));
        }
    }

    /**
     * Returns the cases of a run to run again: the named one, or those that failed, those that they blocked, and
     * those that a stopped run did not reach. Cases that judge a whole run cannot be run by themselves.
     */
    static List<Case> casesAgain(Running run, Optional<String> name) {
        try {
            var report = EarlierReport.in(run.reports());
            return (name.isEmpty()
                            ? report.failedOrUntried().stream()
                            : run.cases().stream().filter(each -> each.id().equals(name.get())))
                    .filter(each -> each.isolation() != Case.Isolation.WHOLE_RUN)
                    .toList();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The report of run " + run.number() + " cannot be read: " + e + ". Run the plan again.", e);
        }
    }

    synchronized Running start(SuiteConfig config, String operator, String label, int rerunOf) {
        if (inProgress().isPresent()) {
            throw new IllegalArgumentException(
                    "A run is in progress. Two would use the same players' money. Stop it or wait until it is over.");
        }
        var newest = transcript.newestId();
        var running = new LiveRun(
                folder.begin(), config, folder, operator, label, rerunOf, () -> callbacksAfter(newest, operator));
        live.addFirst(running);
        while (live.size() > MOST) {
            live.removeLast();
        }
        Thread.ofVirtual().name("conformance").start(() -> runToEnd(running));
        return running;
    }

    private long callbacksAfter(long exchange, String operator) {
        return transcript.search(new Filter(operator, null, null, null, null, null, null), 0, MOST_CALLBACKS).stream()
                .filter(entry -> entry.id() > exchange && entry.direction() == Entry.Direction.TO_WALLET)
                .count();
    }

    /** Returns the run in progress, if there is one. */
    private synchronized Optional<LiveRun> inProgress() {
        return live.stream().filter(run -> !run.isOver()).findFirst();
    }

    /** Stops the run in progress, so that it restores the balances, and logs the debits that stay open. */
    @Override
    public void close() {
        inProgress().ifPresent(run -> {
            var open = run.stopWithin(STOP_MILLIS);
            if (!open.isEmpty()) {
                LOG.warn(
                        "The simulator stopped during conformance run {}, while the wallet did not respond. Roll these"
                                + " debits back by hand: {}",
                        run.number(),
                        open);
            }
        });
    }

    /** Returns the address of the wallet that a run uses now. */
    Optional<String> walletInUse() {
        return inProgress().map(Running::wallet);
    }

    private void runToEnd(LiveRun running) {
        try {
            running.runToEnd();
        } catch (RuntimeException | Error e) {
            LOG.error("The conformance run {} failed unexpectedly", running.number(), e);
            forgetUnfinished(running);
        }
    }

    /** Removes a run without a result, which would count as in progress for good and prevent every other. */
    private synchronized void forgetUnfinished(LiveRun running) {
        if (!running.isOver()) {
            live.remove(running);
            running.changes().notifyListeners();
        }
    }

    /** Returns all kept runs, newest first. */
    synchronized List<Running> all() {
        var all = new ArrayList<Running>(live);
        kept.keySet().retainAll(folder.kept().keySet());
        folder.kept().forEach((number, summary) -> {
            if (live.stream().noneMatch(run -> run.number() == number)) {
                all.add(kept.computeIfAbsent(number, missing -> new KeptRun(number, summary, folder)));
            }
        });
        all.sort(Comparator.comparingInt(Running::number).reversed());
        return all;
    }

    /** Returns the runs of the whole plan of the newest run against its wallet, the earliest first. */
    List<TrendPoint> trend() {
        var summaries = folder.kept();
        var newest =
                summaries.values().stream().filter(ConformanceSummary::isWhole).reduce((one, later) -> one);
        return newest.isEmpty()
                ? List.of()
                : summaries.entrySet().stream()
                        .filter(entry -> entry.getValue().isWhole()
                                && entry.getValue().plan().equals(newest.get().plan())
                                && entry.getValue().wallet().equals(newest.get().wallet()))
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> new TrendPoint(
                                "/conformance/" + entry.getKey(),
                                "Run " + entry.getKey() + " of "
                                        + entry.getValue().started() + ": "
                                        + entry.getValue().count("FAILED") + " failed, "
                                        + entry.getValue().verdict()
                                        + TrendPoint.version(entry.getValue().walletVersion()),
                                entry.getValue().count("FAILED")))
                        .toList();
    }

    /** Returns the store, for its bound and its problems. */
    RunFolder<ConformanceSummary> folder() {
        return folder;
    }

    Running get(int number) {
        return all().stream()
                .filter(run -> run.number() == number)
                .findFirst()
                .orElseThrow(
                        () -> new NoSuchElementException("Run " + number + " does not exist or is no longer kept."));
    }

    /** Counts these results by verdict. */
    static Map<Verdict, Long> count(List<Verdict> verdicts) {
        var counts = new EnumMap<Verdict, Long>(Verdict.class);
        for (var verdict : Verdict.values()) {
            counts.put(verdict, verdicts.stream().filter(verdict::equals).count());
        }
        return counts;
    }
}
