package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.WireClient;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs cases against a wallet. The gates run first, and rounds are opened that stay open until the end. Then run many cases at a
 * time that move nothing, then many that do not look at the balance. Then each player is a lane of its own, so that only one case
 * moves a balance at a time. Cases about concurrency and about two players run last, one by one.
 */
public final class SuiteRunner {
    private static final int MAX_RETRIES = 3;
    private static final int SHARED_THREADS = 16;
    private static final int MAX_RACES = 8;
    private static final Set<Case.Isolation> IN_LANES = EnumSet.of(Case.Isolation.READ_ONLY, Case.Isolation.PARALLEL);

    private final SuiteConfig config;
    private final Progress progress;
    private final WireClient wire;
    private final CaseRunner runner;
    private final Map<Case, CaseResult> results = new ConcurrentHashMap<>();
    private final AtomicInteger unreturned = new AtomicInteger();
    private final AtomicReference<String> stopped = new AtomicReference<>("");
    private volatile @Nullable Checkpoint checkpoint;
    private volatile Instant started;
    private volatile long start;
    private volatile List<Player> players = List.of();

    /** Creates a run of this configuration. */
    public SuiteRunner(SuiteConfig config, Progress progress) {
        this.config = config;
        this.progress = progress;
        this.wire = config.connect(progress::onExchange);
        this.runner = new CaseRunner(wire, config.target(), config.game(), config.seed(), true);
        this.started = config.clock().instant();
        this.start = System.nanoTime();
    }

    /** Ends the cases under way at their next call, lets them restore balances, and starts no other. */
    public void stop(String why) {
        if (stopped.compareAndSet("", why)) {
            runner.stop(why);
        }
    }

    /** Returns true unless the run was stopped before its end. */
    public boolean isComplete() {
        return stopped.get().isEmpty();
    }

    /** Describes the debits of the cases under way that have no settlement yet. */
    public List<String> openDebits() {
        return runner.openDebits();
    }

    /**
     * Returns the results so far while cases are under way, for a caller that cannot wait for them: those cases count as skipped, and
     * their open debits as balance that was not restored.
     */
    public SuiteResult partialResult() {
        var ordered = config.plan().cases().stream()
                .filter(each -> results.containsKey(each) || config.cases().contains(each))
                .map(each -> results.getOrDefault(each, CaseResult.skipped(each, stopped.get())))
                .collect(Collectors.toCollection(ArrayList::new));
        var open = openDebits();
        if (!open.isEmpty() && !ordered.isEmpty()) {
            ordered.add(ordered.removeLast().withUnreturnedBalance("open: debit " + String.join(", debit ", open)));
        }
        return config.result(started, start, players, ordered, stopped.get());
    }

    /** Runs everything and returns when the last case has restored the balances. */
    public SuiteResult run() {
        started = config.clock().instant();
        start = System.nanoTime();
        try (wire) {
            return switch (Preflight.of(runner, config)) {
                case Preflight.Unusable unusable -> {
                    stop(unusable.message());
                    yield result();
                }
                case Preflight.Finding finding -> {
                    abortWith(finding);
                    yield result();
                }
                case Preflight.Ready ready -> {
                    players = distinct(ready.players());
                    runner.recordSessions(ready.players());
                    progress.onStart(config.cases().size(), players);
                    runGates(players);
                    runner.unrestored().record(runner.openEarlyRounds(waiting(each -> true), players.get(0)));
                    runBeside(players);
                    runInLanes(singles(players), each -> IN_LANES.contains(each.isolation()));
                    runExclusive(players);
                    runner.journal().earlyRounds().giveBack();
                    restoreStart(players);
                    leave();
                    yield result();
                }
            };
        }
    }

    /** Returns what the run leaves for a second one; empty when it was not asked to, or did not complete. */
    public Optional<Checkpoint> checkpoint() {
        return Optional.ofNullable(checkpoint);
    }

    /** Leaves rounds open for a second run, unless this one tried nothing; rolls them back when that run would not know them. */
    private void leave() {
        var writer = config.phase().writer();
        var outcome = writer == null ? null : result();
        if (writer == null || outcome == null || !stopped.get().isEmpty()) {
            return;
        }
        var builder = new CheckpointBuilder(runner, players);
        try {
            var left = builder.build(config, outcome);
            writer.write(left);
            checkpoint = left;
        } catch (IOException e) {
            runner.unrestored().record(builder.giveBack());
            stop("Nothing is left for a second run, and its open rounds were rolled back: " + e.getMessage());
        }
    }

    /** Removes duplicates: two tokens of one player are one player, whose balance only one lane can watch. */
    private static List<Player> distinct(List<Player> players) {
        var distinct = new ArrayList<Player>();
        for (var player : players) {
            if (distinct.stream().noneMatch(known -> known.accountId().equals(player.accountId()))) {
                distinct.add(player);
            }
        }
        return distinct;
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
    private void runGates(List<Player> players) {
        for (var gate : Gate.values()) {
            waiting(each -> each.id().equals(gate.caseId())).forEach(each -> run(each, players.get(0), null));
        }
        var stop = runner.gates().stop();
        if (!stop.isEmpty()) {
            stop(stop);
        }
    }

    /**
     * Runs cases that do not disturb each other, many at a time. One that fails runs again in a lane, since another may have moved
     * the balance.
     */
    private void runBeside(List<Player> players) {
        var cases = waiting(each -> each.isolation() == Case.Isolation.READ_ONLY);
        if (cases.isEmpty() || !stopped.get().isEmpty()) {
            return;
        }
        players.forEach(runner::lookAt);
        Queue<Case> queue = new ConcurrentLinkedQueue<>(cases);
        var threads = new ArrayList<Thread>();
        for (var i = 0; i < SHARED_THREADS; i++) {
            var player = players.get(i % players.size());
            threads.add(Thread.ofVirtual().name("case beside others " + i).start(() -> {
                for (var next = queue.poll(); next != null; next = queue.poll()) {
                    if (stopped.get().isEmpty()) {
                        runner.runBeside(next, number(next), player, true).ifPresent(this::end);
                    }
                }
            }));
        }
        threads.forEach(this::join);
        restore(players);
    }

    /** Restores the balances after cases that left it to this. */
    private void restore(List<Player> players) {
        for (var player : config.cases().isEmpty() ? List.<Player>of() : players) {
            runner.unrestored().record(runner.restore(config.cases().getLast(), player));
        }
    }

    /** Restores the balances that the players had at the start. */
    private void restoreStart(List<Player> players) {
        if (!config.cases().isEmpty()) {
            runner.unrestored().restoreStart(runner, config.cases().getLast(), players);
            results.replaceAll((of, result) -> runner.unrestored().update(result));
        }
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

    /** Holds the players of a lane: one, or two for cases about two players. */
    private record Lane(Player player, @Nullable Player other) {}

    private static List<Lane> singles(List<Player> players) {
        return players.stream().map(each -> new Lane(each, null)).toList();
    }

    private static List<Lane> pairs(List<Player> players) {
        return IntStream.range(0, players.size() / 2)
                .mapToObj(i -> new Lane(players.get(2 * i), players.get(2 * i + 1)))
                .toList();
    }

    /** Runs cases in lanes: one case at a time for each player. */
    private void runInLanes(List<Lane> lanes, Predicate<Case> which) {
        Queue<Case> waiting = new ConcurrentLinkedQueue<>(waiting(which));
        var threads = new ArrayList<Thread>();
        for (var lane : lanes) {
            threads.add(Thread.ofVirtual().name("lane of " + lane.player()).start(() -> {
                for (var next = waiting.poll(); next != null; next = waiting.poll()) {
                    run(next, lane.player(), lane.other());
                }
            }));
        }
        threads.forEach(this::join);
    }

    private void join(Thread lane) {
        try {
            lane.join();
        } catch (InterruptedException e) {
            stop("interrupted");
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Runs cases for which nothing else may run at the same time. When a call takes long, the processor is idle, and those of
     * several players do not disturb each other; the cases that judge the whole run stay alone.
     */
    private void runExclusive(List<Player> players) {
        runAlone(singles(players), Case.Isolation.EXCLUSIVE);
        var pairs = pairs(players);
        runAlone(pairs.isEmpty() ? singles(players) : pairs, Case.Isolation.TWO_PLAYERS);
        waiting(each -> true).forEach(each -> run(each, players.get(0), null));
    }

    /** Runs cases in the first lane, or in as many as the wallet can serve within the time limit of a call. */
    private void runAlone(List<Lane> lanes, Case.Isolation isolation) {
        var most = runner.latency().racesWithin(config.target().timeout());
        runInLanes(
                lanes.subList(0, Math.min(Math.min(most, MAX_RACES), lanes.size())),
                each -> each.isolation() == isolation);
    }

    private void run(Case next, Player player, @Nullable Player other) {
        if (!stopped.get().isEmpty()) {
            end(CaseResult.skipped(next, stopped.get()));
        } else if (next.isolation() == Case.Isolation.TWO_PLAYERS && other == null) {
            end(CaseResult.skipped(next, "needs a second --token of another player"));
        } else {
            var result = runWithRetry(next, player, other);
            end(result);
            if (stopped.get().isEmpty() && result.hasNoResponse() && isGone(player)) {
                stop("The wallet stopped responding after the case " + next.id());
            }
        }
    }

    /** Runs a case again when no response arrived: a machine may stall once, and no rule sets a time limit. */
    private CaseResult runWithRetry(Case next, Player player, @Nullable Player other) {
        var number = number(next);
        var first = runner.run(next, number, player, other);
        var again = stopped.get().isEmpty()
                && first.hasNoResponse()
                && first.unreturnedBalance().isEmpty()
                && runner.canRunAgain(next)
                && !isGone(player);
        return again ? runner.run(next, number, player, other) : first;
    }

    /** Returns true when the wallet has stopped responding altogether. */
    private boolean isGone(Player player) {
        for (var i = 0; i < MAX_RETRIES; i++) {
            try {
                runner.callPlayer(player.token());
                return false;
            } catch (NoResponse e) {
                pause();
            }
        }
        return true;
    }

    private static void pause() {
        try {
            Thread.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(CaseResult result) {
        results.put(result.testCase(), result);
        runner.gates().record(result);
        progress.onCaseEnd(result);
        // A player who has too much costs the tester nothing; one who lacks money would be emptied case by case.
        if (runner.unrestored().isLackingAfter(result.testCase()) && unreturned.incrementAndGet() >= MAX_RETRIES) {
            stop("After " + MAX_RETRIES + " cases the balance could not be restored, the last time: "
                    + result.unreturnedBalance());
        }
    }

    private SuiteResult result() {
        for (var each : config.cases()) {
            results.computeIfAbsent(each, missing -> CaseResult.skipped(missing, stopped.get()));
        }
        var ordered = config.plan().cases().stream()
                .filter(results::containsKey)
                .map(each -> runner.lostResponses().judge(Objects.requireNonNull(results.get(each))))
                .collect(Collectors.toCollection(ArrayList::new));
        var unrestored = runner.unrestored().describeOthers();
        if (!unrestored.isEmpty() && !ordered.isEmpty()) {
            ordered.add(ordered.removeLast().withUnreturnedBalance(unrestored));
        }
        var untried = !ordered.isEmpty() && ordered.stream().allMatch(each -> each.verdict() == Verdict.SKIPPED);
        if (untried) {
            stop("No case could run: " + ordered.getFirst().detail());
        }
        return config.result(started, start, players, WrongMovements.attribute(ordered), stopped.get());
    }
}
