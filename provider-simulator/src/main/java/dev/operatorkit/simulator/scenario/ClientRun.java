package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Evidence;
import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.client.ScenarioResult;
import dev.operatorkit.conformance.client.WatchedCalls;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Waivers;
import dev.operatorkit.conformance.suite.Plan;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Plays scenarios on its lanes and returns what they prove about the client. */
public final class ClientRun {
    private static final String NO_CALL =
            "No call arrived in any scenario. Check that the client calls the address of the"
                    + " service, which a command reads from OPERATORKIT_BASE_URL, and does the task.";

    private static final String TOO_MANY =
            "Only the first calls were recorded and judged. Watch for a shorter time, or send fewer calls.";

    private final String operator;
    private final List<Lane> lanes;
    private final Clock clock;
    private final RunDescription description;
    private volatile String stopped = "";

    public ClientRun(String operator, List<Lane> lanes, Clock clock, RunDescription description) {
        this.operator = operator;
        this.lanes = List.copyOf(lanes);
        this.clock = clock;
        this.description = description;
    }

    /**
     * Holds the result of a run.
     *
     * @param tokens the session tokens that the client chose, for those who hide them
     */
    public record Outcome(SuiteResult result, List<String> tokens) {}

    /** Plays the scenarios; {@code progress} receives each result when it is there. */
    public Outcome play(List<Scenario> scenarios, Actor actor, Consumer<CaseResult> progress)
            throws IOException, InterruptedException {
        var started = clock.instant();
        var played = playAll(scenarios, actor, progress);
        var inOrder =
                scenarios.stream().filter(played::containsKey).map(played::get).toList();
        var results = new ArrayList<>(inOrder.stream().map(Played::result).toList());
        var evidence = inOrder.stream().map(Played::evidence).toList();
        var all = ScenarioCatalogue.scenarios().size();
        if (stopped.isEmpty() && scenarios.size() == all) {
            ScenarioResult.ofRun(evidence).forEach(result -> {
                results.add(result);
                progress.accept(result);
            });
        }
        return outcome(ScenarioCatalogue.full(), scenarios.size() + " of " + all, results, evidence, started);
    }

    /** Plays no further scenario and leaves out those in progress; the run then has not completed, for this reason. */
    public void stop(String reason) {
        stopped = reason;
    }

    /** Records calls until the actor returns, and judges them. */
    public Outcome watch(Actor actor, Consumer<CaseResult> progress) throws IOException, InterruptedException {
        var started = clock.instant();
        var lane = lanes.getFirst();
        Actor watching = (scenario, setup, base) -> {
            var outcome = actor.act(scenario, setup, base);
            if (stopped.isEmpty() && lane.isFull()) {
                stopped = TOO_MANY;
            }
            return outcome;
        };
        var evidence = lane.play(WatchedCalls.scenario(), "watch", watching);
        var results = WatchedCalls.judge(evidence);
        results.forEach(progress);
        return outcome(WatchedCalls.plan(), "watch", results, List.of(evidence), started);
    }

    private Outcome outcome(
            Plan plan, String cases, List<CaseResult> results, List<Evidence> evidence, Instant started) {
        var calls = evidence.stream().flatMap(each -> each.calls().stream()).toList();
        var options = new LinkedHashMap<String, String>();
        options.put("plan", plan.name());
        options.put("seed", "0");
        options.put("cases", cases);
        var result = new SuiteResult(
                operator,
                plan,
                0,
                options,
                description,
                Waivers.none(),
                started,
                Duration.between(started, clock.instant()).toMillis(),
                List.of(),
                results,
                stopped.isEmpty() && calls.isEmpty() ? NO_CALL : stopped);
        return new Outcome(result, ScenarioResult.tokens(calls.stream()));
    }

    private record Played(Evidence evidence, CaseResult result) {}

    private Map<Scenario, Played> playAll(List<Scenario> scenarios, Actor actor, Consumer<CaseResult> progress)
            throws IOException, InterruptedException {
        var waiting = new ConcurrentLinkedQueue<>(scenarios);
        var played = new HashMap<Scenario, Played>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var pending = new ArrayList<Future<Boolean>>();
            for (var lane : lanes) {
                pending.add(threads.submit(() -> {
                    for (var next = waiting.poll(); next != null && stopped.isEmpty(); next = waiting.poll()) {
                        var one = play(next, lane, actor);
                        synchronized (played) {
                            if (stopped.isEmpty()) {
                                played.put(next, one);
                                progress.accept(one.result());
                            }
                        }
                    }
                    return true;
                }));
            }
            try {
                for (var each : pending) {
                    each.get();
                }
            } finally {
                waiting.clear();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IllegalStateException("A scenario could not be played: " + e.getCause(), e);
        }
        return played;
    }

    private static Played play(Scenario scenario, Lane lane, Actor actor) throws IOException, InterruptedException {
        var start = System.nanoTime();
        var unique = UUID.randomUUID().toString().substring(0, 8);
        var evidence = lane.play(scenario, unique, actor);
        return new Played(evidence, ScenarioResult.of(scenario, evidence, (System.nanoTime() - start) / 1_000_000));
    }
}
