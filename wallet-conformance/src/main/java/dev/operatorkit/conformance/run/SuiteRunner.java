package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.EarlyRounds;
import dev.operatorkit.conformance.suite.Gate;
import dev.operatorkit.conformance.suite.RunState;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.WireClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs cases against a wallet. The gates run first, and rounds are opened that stay open until the end. Then the cases that only
 * read run concurrently. Of the others, each player plays one at a time. Cases about concurrency, about two players and about the
 * whole run are last, one by one. The balances are restored at the end.
 */
public final class SuiteRunner {
    private static final int MAX_RETRIES = 3;
    private static final int CONCURRENT = 16;
    private static final Duration RETRY_PAUSE = Duration.ofMillis(500);

    private final SuiteConfig config;
    private final Progress progress;
    private final WireClient wire;
    private final RunState run;
    private final CaseRunner runner;
    private final Map<Case, CaseResult> results = new ConcurrentHashMap<>();
    private volatile String unrestored = "";
    private volatile @Nullable Checkpoint checkpoint;
    private volatile Instant started;
    private volatile long start;
    private volatile List<Player> players = List.of();

    /** Creates a run of this configuration. */
    public SuiteRunner(SuiteConfig config, Progress progress) {
        this.config = config;
        this.progress = progress;
        this.wire = config.connect();
        this.run = config.newState(wire);
        this.runner = new CaseRunner(run);
        this.started = config.clock().instant();
        this.start = System.nanoTime();
    }

    /** Ends the running cases at their next call, restores the balances, and starts no other case. */
    public void stop(String why) {
        run.stop(why);
    }

    /** Returns true unless the run was stopped before its end. */
    public boolean isComplete() {
        return run.stopped().isEmpty();
    }

    /** Describes the debits that have no settlement yet. */
    public List<String> openDebits() {
        return run.openDebits();
    }

    /**
     * Returns the results so far while cases are running, for a caller that cannot wait for them: those cases count as skipped, and
     * their open debits as balance that was not restored.
     */
    public SuiteResult partialResult() {
        var ordered = ordered();
        var open = openDebits();
        if (!open.isEmpty() && !ordered.isEmpty()) {
            ordered.add(ordered.removeLast().withUnreturnedBalance("open: debit " + String.join(", debit ", open)));
        }
        return config.result(started, start, players, ordered, run.stopped());
    }

    /** Runs everything and returns when the balances are restored. */
    public SuiteResult run() {
        started = config.clock().instant();
        start = System.nanoTime();
        try (wire) {
            switch (Preflight.of(run, config)) {
                case Preflight.Unusable unusable -> stop(unusable.message());
                case Preflight.Finding finding -> abortWith(finding);
                case Preflight.Ready ready -> run(ready.players());
            }
            return result();
        }
    }

    private void run(List<Player> sessions) {
        players = Player.distinct(sessions);
        run.recordSessions(sessions);
        progress.onStart(config.cases().size(), players);
        runGates();
        if (isComplete()) {
            runner.openEarlyRounds(waiting(each -> true), players.getFirst());
        }
        runReadOnly();
        runByPlayer();
        var one = List.of(players.getFirst());
        runAll(one, each -> each.isolation() == Case.Isolation.EXCLUSIVE);
        runAll(players.subList(0, Math.min(2, players.size())), each -> each.isolation() == Case.Isolation.TWO_PLAYERS);
        runAll(one, each -> true);
        if (!config.cases().isEmpty()) {
            unrestored = runner.restore(config.cases().getLast(), players);
        }
        leave();
    }

    /** Returns what the run leaves for a second one; empty when it was not asked to, or did not complete. */
    public Optional<Checkpoint> checkpoint() {
        return Optional.ofNullable(checkpoint);
    }

    private void abortWith(Preflight.Finding finding) {
        if (config.plan().cases().stream().noneMatch(each -> each.id().equals(finding.caseId()))) {
            stop(finding.failure().rule() + ": " + finding.failure().getMessage());
        }
        for (var each : config.plan().cases()) {
            if (each.id().equals(finding.caseId()) || config.cases().contains(each)) {
                end(finding.resultOf(each));
            }
        }
    }

    /** Runs the cases that others build on, in the order of the gates; a part of a plan runs those that it holds. */
    private void runGates() {
        for (var gate : Gate.values()) {
            runAll(List.of(players.getFirst()), each -> each.id().equals(gate.caseId()));
        }
        var stop = run.gates().stop();
        if (!stop.isEmpty()) {
            stop(stop);
        }
    }

    /**
     * Runs the cases in which a right wallet moves nothing, concurrently. One that fails runs again on its own, since a wrong wallet may
     * have moved the balance in another one.
     */
    private void runReadOnly() {
        var seats = Stream.generate(() -> players).flatMap(List::stream).limit(CONCURRENT);
        runConcurrently(seats.toList(), each -> each.isolation() == Case.Isolation.READ_ONLY, (next, player) -> {
            var result = isComplete() ? runner.run(next, number(next), List.of(player)) : null;
            if (result != null && result.verdict() != Verdict.FAILED) {
                end(result);
            }
        });
    }

    /** Runs the cases that share the wallet with those of other players: one at a time for each player. */
    private void runByPlayer() {
        var alone = Set.of(Case.Isolation.EXCLUSIVE, Case.Isolation.TWO_PLAYERS, Case.Isolation.WHOLE_RUN);
        runConcurrently(
                players, each -> !alone.contains(each.isolation()), (next, player) -> run(next, List.of(player)));
    }

    /** Runs cases on one thread for each of these players, who may be named more than once. */
    private void runConcurrently(List<Player> seats, Predicate<Case> which, BiConsumer<Case, Player> action) {
        Queue<Case> queue = new ConcurrentLinkedQueue<>(waiting(which));
        var threads = seats.stream()
                .map(player -> Thread.ofVirtual().start(() -> {
                    for (var next = queue.poll(); next != null; next = queue.poll()) {
                        action.accept(next, player);
                    }
                }));
        threads.toList().forEach(this::join);
    }

    private void runAll(List<Player> of, Predicate<Case> which) {
        waiting(which).forEach(each -> run(each, of));
    }

    private List<Case> waiting(Predicate<Case> which) {
        return config.cases().stream()
                .filter(each -> !results.containsKey(each))
                .filter(which)
                .toList();
    }

    private int number(Case of) {
        return config.cases().indexOf(of) + 1;
    }

    private void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            stop("interrupted");
            Thread.currentThread().interrupt();
        }
    }

    private void run(Case next, List<Player> of) {
        if (!isComplete()) {
            return; // ordered() counts it as skipped
        }
        if (next.isolation() == Case.Isolation.TWO_PLAYERS && of.size() < 2) {
            end(CaseResult.skipped(next, "needs a second --token of another player"));
        } else {
            var result = runWithRetry(next, of);
            end(result);
            if (isComplete() && result.hasNoResponse() && isGone(of.getFirst())) {
                stop("The wallet stopped responding after the case " + next.id());
            }
        }
    }

    /**
     * Runs a case again when no response arrived: a machine may stall once, and no rule sets a time limit. The early rounds exist only
     * once, so that another run of their case would prove nothing.
     */
    private CaseResult runWithRetry(Case next, List<Player> of) {
        var first = runner.run(next, number(next), of);
        var isRetried = isComplete()
                && first.hasNoResponse()
                && !next.id().equals(EarlyRounds.SETTLED_BY)
                && !isGone(of.getFirst());
        return isRetried ? runner.run(next, number(next), of) : first;
    }

    /** Returns true when the wallet has stopped responding altogether. */
    private boolean isGone(Player player) {
        for (var i = 0; i < MAX_RETRIES; i++) {
            try {
                run.callPlayer(player.token());
                return false;
            } catch (NoResponse e) {
                LockSupport.parkNanos(RETRY_PAUSE.toNanos());
            }
        }
        return true;
    }

    private void end(CaseResult result) {
        results.put(result.testCase(), result);
        run.gates().record(result.testCase().id(), result.failure());
        if (isComplete() || !result.detail().equals(run.stopped())) {
            progress.onCaseEnd(result);
        }
    }

    /** Returns the results in the order of the plan; a case without one was skipped because the run was stopped. */
    private List<CaseResult> ordered() {
        return config.plan().cases().stream()
                .filter(each -> results.containsKey(each) || config.cases().contains(each))
                .map(each -> results.getOrDefault(each, CaseResult.skipped(each, run.stopped())))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private SuiteResult result() {
        var ordered = ordered();
        if (!unrestored.isEmpty() && !ordered.isEmpty()) {
            ordered.add(ordered.removeLast().withUnreturnedBalance(unrestored));
        }
        var untried = !ordered.isEmpty() && ordered.stream().allMatch(each -> each.verdict() == Verdict.SKIPPED);
        if (untried) {
            stop("No case could run: " + ordered.getFirst().detail());
        }
        return config.result(started, start, players, ordered, run.stopped());
    }

    /** Leaves rounds open for a second run, unless this one tried nothing; rolls them back when that run would not know them. */
    private void leave() {
        var writer = config.phase().writer();
        var outcome = writer == null ? null : result();
        if (writer == null || outcome == null || !isComplete()) {
            return;
        }
        var builder = new CheckpointBuilder(run, players);
        try {
            var left = builder.build(config, outcome);
            writer.write(left);
            checkpoint = left;
        } catch (IOException e) {
            unrestored = runner.restore(config.cases().getLast(), players);
            stop("Nothing is left for a second run, and its open rounds were rolled back: " + e.getMessage());
        }
    }
}
