package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.WireClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs cases against a wallet. Each player is a lane of its own, so that only one case moves a balance at a time. Cases about
 * concurrency and about two players run afterwards, one by one.
 */
public final class SuiteRunner {
    private static final int PATIENCE = 3;

    private final SuiteConfig config;
    private final Progress progress;
    private final WireClient wire;
    private final CaseRunner runner;
    private final Map<Case, CaseResult> results = new ConcurrentHashMap<>();
    private final AtomicReference<String> stopped = new AtomicReference<>("");

    /** Creates a run of this configuration. */
    public SuiteRunner(SuiteConfig config, Progress progress) {
        this.config = config;
        this.progress = progress;
        this.wire = config.connect();
        this.runner = new CaseRunner(wire, config.target().secret(), config.game(), config.seed());
    }

    /** Ends the cases under way at their next call, lets them restore balances, and starts no other. */
    public void stop(String why) {
        if (stopped.compareAndSet("", why)) {
            runner.stop(why);
        }
    }

    /** Describes the debits of the cases under way that have no settlement yet. */
    public List<String> openDebits() {
        return runner.openDebits();
    }

    /** Runs everything and returns when the last case has restored the balances. */
    public SuiteResult run() {
        var started = config.clock().instant();
        var start = System.nanoTime();
        try (wire) {
            return switch (Preflight.of(runner, config.tokens())) {
                case Preflight.Unusable unusable -> {
                    stop(unusable.message());
                    yield result(started, start, List.of());
                }
                case Preflight.Finding finding -> {
                    abortWith(finding);
                    yield result(started, start, List.of());
                }
                case Preflight.Ready ready -> {
                    var players = distinct(ready.players());
                    progress.onStart(config.cases().size(), players);
                    runParallel(players);
                    runExclusive(players);
                    yield result(started, start, players);
                }
            };
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

    private void runParallel(List<Player> players) {
        Queue<Case> waiting = new ConcurrentLinkedQueue<>(config.cases().stream()
                .filter(c -> c.isolation() == Case.Isolation.PARALLEL)
                .toList());
        var lanes = new ArrayList<Thread>();
        for (var player : players) {
            lanes.add(Thread.ofVirtual().name("lane of " + player).start(() -> {
                for (var next = waiting.poll(); next != null; next = waiting.poll()) {
                    run(next, player, null);
                }
            }));
        }
        for (var lane : lanes) {
            join(lane);
        }
    }

    private void join(Thread lane) {
        try {
            lane.join();
        } catch (InterruptedException e) {
            stop("interrupted");
            Thread.currentThread().interrupt();
        }
    }

    private void runExclusive(List<Player> players) {
        var second = players.size() > 1 ? players.get(1) : null;
        for (var next : config.cases()) {
            if (next.isolation() != Case.Isolation.PARALLEL) {
                run(next, players.get(0), next.isolation() == Case.Isolation.TWO_PLAYERS ? second : null);
            }
        }
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
        var number = config.cases().indexOf(next) + 1;
        var first = runner.run(next, number, player, other);
        var again = stopped.get().isEmpty()
                && first.hasNoResponse()
                && first.unreturnedBalance().isEmpty()
                && !isGone(player);
        return again ? runner.run(next, number, player, other) : first;
    }

    /** Returns true when the wallet has stopped responding altogether. */
    private boolean isGone(Player player) {
        for (var i = 0; i < PATIENCE; i++) {
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
        progress.onCaseEnd(result);
    }

    private SuiteResult result(Instant started, long start, List<Player> players) {
        for (var each : config.cases()) {
            results.computeIfAbsent(each, missing -> CaseResult.skipped(missing, stopped.get()));
        }
        var ordered = config.plan().cases().stream()
                .filter(results::containsKey)
                .map(each -> Objects.requireNonNull(results.get(each)))
                .toList();
        var untried = !ordered.isEmpty() && ordered.stream().allMatch(each -> each.verdict() == Verdict.SKIPPED);
        if (untried) {
            stop("No case could run: " + ordered.getFirst().detail());
        }
        return new SuiteResult(
                config.target().wallet().toString(),
                config.plan(),
                config.seed(),
                config.options(),
                config.description(),
                config.waivers(),
                started,
                (System.nanoTime() - start) / 1_000_000,
                players.stream()
                        .map(p -> p.accountId() + " (" + p.currency() + ")")
                        .toList(),
                ordered,
                stopped.get());
    }
}
