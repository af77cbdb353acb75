package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.report.EarlierReport;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.simulator.runs.ConformanceSummary;
import dev.operatorkit.simulator.runs.RunFolder;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows a run that was kept from before the simulator started. Its cases are read from its bundle when a page shows them. */
final class KeptRun implements ConformanceRuns.Running {
    private final int number;
    private final ConformanceSummary summary;
    private final RunFolder<ConformanceSummary> folder;
    /** Holds what was read as long as there is memory for it: a run with all its exchanges takes megabytes. */
    private SoftReference<SuiteResult> outcome = new SoftReference<>(null);

    KeptRun(int number, ConformanceSummary summary, RunFolder<ConformanceSummary> folder) {
        this.number = number;
        this.summary = summary;
        this.folder = folder;
    }

    /**
     * Returns the results. Throws an IllegalArgumentException that says why they cannot be shown; the next call reads the bundle
     * again, because the disk or its folder may be in order by then.
     */
    @Override
    public synchronized SuiteResult outcome() {
        var known = outcome.get();
        if (known == null) {
            try {
                known = EarlierReport.toShow(reports()).outcome();
            } catch (IOException | IllegalArgumentException e) {
                throw new IllegalArgumentException("The cases of this run cannot be shown: " + e.getMessage(), e);
            }
            outcome = new SoftReference<>(known);
        }
        return known;
    }

    private Optional<SuiteResult> readable() {
        try {
            return Optional.of(outcome());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the page says why, see problem()
        }
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public String wallet() {
        return summary.wallet();
    }

    @Override
    public String plan() {
        return summary.plan();
    }

    @Override
    public String label() {
        return summary.label();
    }

    @Override
    public String walletVersion() {
        return summary.walletVersion();
    }

    @Override
    public long seed() {
        return summary.seed();
    }

    @Override
    public String started() {
        return summary.started();
    }

    @Override
    public List<Case> cases() {
        return readable().stream()
                .flatMap(read -> read.results().stream())
                .map(CaseResult::testCase)
                .toList();
    }

    @Override
    public int caseCount() {
        return summary.cases();
    }

    @Override
    public int planCases() {
        return summary.planCases();
    }

    /** Returns a mask that hides nothing, because the reports hold no tokens. */
    @Override
    public TokenMask mask() {
        return new TokenMask(List.of());
    }

    @Override
    public String players() {
        return readable().map(read -> String.join(", ", read.players())).orElse("");
    }

    @Override
    public boolean isOver() {
        return true;
    }

    @Override
    public boolean hasTokens() {
        return false;
    }

    @Override
    public String problem() {
        try {
            outcome();
            return "";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public String verdict() {
        return summary.verdict();
    }

    @Override
    public double seconds() {
        return summary.seconds();
    }

    @Override
    public Optional<CaseResult> result(Case of) {
        return readable().stream()
                .flatMap(read -> read.results().stream())
                .filter(result -> result.testCase().id().equals(of.id()))
                .findFirst();
    }

    @Override
    public String timeLeft() {
        return "";
    }

    @Override
    public int endedCases() {
        return Math.toIntExact(
                summary.counts().values().stream().mapToLong(Long::longValue).sum());
    }

    @Override
    public Map<Verdict, Long> counts() {
        var counts = new EnumMap<Verdict, Long>(Verdict.class);
        for (var verdict : Verdict.values()) {
            counts.put(verdict, summary.count(verdict.name()));
        }
        return counts;
    }

    @Override
    public ChangeNotifier changes() {
        return new ChangeNotifier();
    }

    @Override
    public void stop() {
        // It is over.
    }

    @Override
    public Path reports() throws IOException {
        return folder.folder(number);
    }

    @Override
    public int rerunOf() {
        return summary.rerunOf();
    }
}
