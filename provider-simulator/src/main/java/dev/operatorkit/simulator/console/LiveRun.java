package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.run.TimeLeft;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.simulator.runs.ConformanceSummary;
import dev.operatorkit.simulator.runs.RunFolder;
import dev.operatorkit.simulator.wallet.ServerHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds a run that was started since the simulator started, in progress or over. */
final class LiveRun implements ConformanceRuns.Running, Progress {
    private final int number;
    private final SuiteConfig config;
    private final RunFolder<ConformanceSummary> folder;
    private final String operator;
    private final String label;
    private final int rerunOf;
    private final LongSupplier callbacks;
    private final TokenMask mask;
    private final SuiteRunner run;
    private final ChangeNotifier changes = new ChangeNotifier();
    private final Map<String, CaseResult> results = new ConcurrentHashMap<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile List<Player> players = List.of();
    private volatile @Nullable SuiteResult outcome;
    private volatile @Nullable TimeLeft timeLeft;
    private volatile long otherCallbacks;

    LiveRun(
            int number,
            SuiteConfig config,
            RunFolder<ConformanceSummary> folder,
            String operator,
            String label,
            int rerunOf,
            LongSupplier callbacks) {
        this.number = number;
        this.config = config;
        this.folder = folder;
        this.operator = operator;
        this.label = label;
        this.rerunOf = rerunOf;
        this.callbacks = callbacks;
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

    void runToEnd() {
        try {
            runAndReport();
        } finally {
            end.countDown();
        }
    }

    private void runAndReport() {
        var done = run.run();
        done.results().forEach(result -> results.put(result.testCase().id(), result));
        try {
            Reports.write(reports(), done, mask, ExpectedFailures.none());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            otherCallbacks = callbacks.getAsLong();
            outcome = done;
            folder.end(number, summary(done));
            changes.notifyListeners();
        }
    }

    private ConformanceSummary summary(SuiteResult done) {
        return new ConformanceSummary(
                operator,
                wallet(),
                plan(),
                mask.of(label),
                walletVersion(),
                done.started().toString(),
                seconds(),
                seed(),
                config.cases().size(),
                config.plan().cases().size(),
                counts().entrySet().stream()
                        .collect(Collectors.toMap(entry -> entry.getKey().name(), Map.Entry::getValue)),
                verdict(),
                rerunOf);
    }

    /** Returns the configuration, with which cases can be run again. */
    SuiteConfig config() {
        return config;
    }

    String operator() {
        return operator;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public String wallet() {
        return config.target().wallet().toString();
    }

    @Override
    public String plan() {
        return config.plan().toString();
    }

    @Override
    public String label() {
        return label;
    }

    /** Returns the version that the operator gave, or what the wallet says in its {@code Server} header. */
    @Override
    public String walletVersion() {
        var given = config.description().walletVersion();
        return given.isEmpty()
                ? results.values().stream()
                        .flatMap(result -> result.exchanges().stream())
                        .map(exchange -> exchange.received())
                        .filter(received -> received.length > 0)
                        .findFirst()
                        .map(ServerHeader::of)
                        .map(mask::of)
                        .orElse("")
                : given;
    }

    @Override
    public long seed() {
        return config.seed();
    }

    @Override
    public String started() {
        var done = outcome;
        return done == null ? "" : done.started().toString();
    }

    @Override
    public List<Case> cases() {
        return config.cases();
    }

    @Override
    public int caseCount() {
        return config.cases().size();
    }

    @Override
    public int planCases() {
        return config.plan().cases().size();
    }

    @Override
    public TokenMask mask() {
        return mask;
    }

    @Override
    public String players() {
        return String.join(", ", players.stream().map(Player::toString).toList());
    }

    @Override
    public boolean isOver() {
        return outcome != null;
    }

    @Override
    public boolean hasTokens() {
        return true;
    }

    @Override
    public SuiteResult outcome() {
        return Objects.requireNonNull(outcome, "the run is in progress");
    }

    @Override
    public String verdict() {
        var done = outcome;
        return done == null ? "running" : done.certificate().verdict().title();
    }

    @Override
    public double seconds() {
        var done = outcome;
        return done == null ? 0 : done.millis() / 1000.0;
    }

    @Override
    public Optional<CaseResult> result(Case of) {
        return Optional.ofNullable(results.get(of.id()));
    }

    @Override
    public String timeLeft() {
        var estimate = timeLeft;
        return estimate == null || isOver()
                ? ""
                : estimate.left()
                        .map(left -> "about " + TimeLeft.describe(left) + " left")
                        .orElse("");
    }

    @Override
    public int endedCases() {
        return results.size();
    }

    @Override
    public Map<Verdict, Long> counts() {
        return ConformanceRuns.count(
                results.values().stream().map(CaseResult::verdict).toList());
    }

    @Override
    public ChangeNotifier changes() {
        return changes;
    }

    @Override
    public void stop() {
        run.stop("stopped from the console");
    }

    /** Stops the run and waits for its end. Returns the debits that are open if it does not end in time. */
    List<String> stopWithin(long millis) {
        run.stop("stopped with the simulator");
        try {
            if (end.await(millis, TimeUnit.MILLISECONDS)) {
                return List.of();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return run.openDebits();
    }

    @Override
    public Path reports() throws IOException {
        return folder.folder(number);
    }

    @Override
    public long otherCallbacks() {
        return otherCallbacks;
    }

    @Override
    public int rerunOf() {
        return rerunOf;
    }
}
