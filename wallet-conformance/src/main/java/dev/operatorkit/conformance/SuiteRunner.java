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
 * Runs cases against a wallet. Two players are two lanes: each balance is one case's alone while it runs. Cases about
 * concurrency and about two players run afterwards, one by one.
 */
public final class SuiteRunner {
    private static final int PATIENCE = 3;

    private final SuiteConfig plan;
    private final Progress progress;
    private final WireClient wire;
    private final CaseRunner bench;
    private final Map<Case, CaseResult> results = new ConcurrentHashMap<>();
    private final AtomicReference<String> stopped = new AtomicReference<>("");

    /** A run of this plan, not yet begun. */
    public SuiteRunner(SuiteConfig plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
        this.wire =
                new WireClient(plan.wallet(), plan.secret(), plan.tls(), plan.timeout(), plan.pause(), plan.clock());
        this.bench = new CaseRunner(wire, plan.secret(), plan.game(), plan.seed());
    }

    /** Ends the cases under way at their next call, lets them give back what they took, and begins no other. */
    public void stop(String why) {
        if (stopped.compareAndSet("", why)) {
            bench.stop(why);
        }
    }

    /** Debits of the cases under way that have no settlement yet, in words. */
    public List<String> openDebits() {
        return bench.openDebits();
    }

    /** Runs everything and returns when the last case has given back what it took. */
    public SuiteResult run() {
        var started = plan.clock().instant();
        var start = System.nanoTime();
        try (wire) {
            return switch (Preflight.of(bench, plan.tokens())) {
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
                    progress.onStart(plan.cases().size(), players);
                    runParallel(players);
                    runExclusive(players);
                    yield result(started, start, players);
                }
            };
        }
    }

    /** Two tokens of one player are one player: a balance cannot be watched from two lanes. */
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
        for (var each : plan.catalogue()) {
            if (each.id().equals(finding.caseId()) || plan.cases().contains(each)) {
                end(finding.resultOf(each));
            }
        }
    }

    private void runParallel(List<Player> players) {
        Queue<Case> waiting = new ConcurrentLinkedQueue<>(plan.cases().stream()
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
        for (var next : plan.cases()) {
            if (next.isolation() != Case.Isolation.PARALLEL) {
                run(next, players.get(0), next.isolation() == Case.Isolation.TWO_PLAYERS ? second : null);
            }
        }
    }

    private void run(Case next, Player player, @Nullable Player other) {
        if (!stopped.get().isEmpty()) {
            end(CaseResult.skipped(next, stopped.get()));
        } else if (next.isolation() == Case.Isolation.TWO_PLAYERS && other == null) {
            end(CaseResult.skipped(next, "needs a second --token, of another player"));
        } else {
            var result = runWithRetry(next, player, other);
            end(result);
            if (stopped.get().isEmpty() && result.hasNoResponse() && isGone(player)) {
                stop("the wallet is gone: no answer after the case " + next.id());
            }
        }
    }

    /** Silence once may be a machine that stalled, and no rule knows a time limit: twice it is a finding. */
    private CaseResult runWithRetry(Case next, Player player, @Nullable Player other) {
        var number = plan.cases().indexOf(next) + 1;
        var first = bench.run(next, number, player, other);
        var again = stopped.get().isEmpty()
                && first.hasNoResponse()
                && first.unreturnedBalance().isEmpty()
                && !isGone(player);
        return again ? bench.run(next, number, player, other) : first;
    }

    /** The circuit breaker: after silence, is anybody there at all? */
    private boolean isGone(Player player) {
        for (var i = 0; i < PATIENCE; i++) {
            try {
                bench.player(player.token());
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
        for (var each : plan.cases()) {
            results.computeIfAbsent(each, missing -> CaseResult.skipped(missing, stopped.get()));
        }
        var ordered = plan.catalogue().stream()
                .filter(results::containsKey)
                .map(each -> Objects.requireNonNull(results.get(each)))
                .toList();
        var untried = !ordered.isEmpty() && ordered.stream().allMatch(each -> each.verdict() == Verdict.SKIPPED);
        if (untried) {
            stop("nothing could be tried: " + ordered.getFirst().detail());
        }
        return new SuiteResult(
                plan.wallet().toString(),
                plan.seed(),
                started,
                (System.nanoTime() - start) / 1_000_000,
                players.stream()
                        .map(p -> p.accountId() + " (" + p.currency() + ")")
                        .toList(),
                ordered,
                stopped.get());
    }
}
