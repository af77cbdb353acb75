package dev.operatorkit.simulator.runs;

import dev.operatorkit.conformance.client.ClientCall;
import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.ScenarioResult;
import dev.operatorkit.conformance.client.WatchedCalls;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.WireBytes;
import dev.operatorkit.simulator.scenario.ClientRun;
import dev.operatorkit.simulator.scenario.Lane;
import dev.operatorkit.simulator.scenario.ManualDriver;
import dev.operatorkit.simulator.scenario.TestedOperator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Judges the client of an operator: a person does each task, or the calls are only watched. */
public final class ClientJob implements Job {
    private static final int NEWEST_CALLS = 8;

    private final TestedOperator operator;
    private final List<Scenario> scenarios;
    private final Lane lane;
    private final ClientRun run;
    private final Subject subject;
    private final ManualDriver actor = new ManualDriver();
    private final Map<String, CaseResult> results = new ConcurrentHashMap<>();

    /**
     * Creates the job.
     *
     * @param scenarios the ones to play; empty to play none and watch
     * @param label names the run in the list
     * @param description describes the client in the reports
     * @param lane the service, which the job closes
     */
    public ClientJob(
            TestedOperator operator,
            List<Scenario> scenarios,
            String label,
            RunDescription description,
            Lane lane,
            Clock clock) {
        this.operator = operator;
        this.scenarios = List.copyOf(scenarios);
        this.lane = lane;
        this.run = new ClientRun(operator.id(), List.of(lane), clock, description);
        this.subject = new Subject(
                operator.id(), scenarios.isEmpty() ? "watched" : "by hand", label, description.walletVersion());
    }

    /**
     * Holds the task that waits for the person.
     *
     * @param scenario the id, by which it is finished
     * @param title says which of the tasks it is
     * @param instruction what to do, and what is judged
     * @param facts the address of the service and the values of the task
     * @param environment the task as lines for a shell, without the secret (SIG-17); empty when calls are only watched
     * @param calls the newest calls, each in one line
     */
    public record Task(
            String scenario,
            String title,
            String instruction,
            List<Figure> facts,
            String environment,
            List<String> calls) {}

    @Override
    public Subject subject() {
        return subject;
    }

    /** Returns whether the calls are only watched. */
    public boolean isWatching() {
        return scenarios.isEmpty();
    }

    @Override
    public Result run(Path folder) throws IOException, InterruptedException {
        try (lane) {
            var done = isWatching() ? run.watch(actor, this::add) : run.play(scenarios, actor, this::add);
            return ConformanceJob.result(done.result(), new TokenMask(done.tokens()).and(operator.secret()), folder);
        }
    }

    private void add(CaseResult result) {
        results.put(result.testCase().id(), result);
    }

    @Override
    public Progress progress() {
        var cases = isWatching()
                ? WatchedCalls.plan().cases()
                : scenarios.stream().map(Scenario::testCase).toList();
        var done = cases.stream().map(Case::id).filter(results::containsKey).count();
        return new Progress(
                done, cases.size(), isWatching() ? "checks" : "scenarios", "", ConformanceJob.figures(resultsSoFar()));
    }

    /** Returns the results so far; a run that only watches judges its calls so far. */
    private Collection<CaseResult> resultsSoFar() {
        return isWatching() && results.isEmpty()
                ? lane.evidence().map(WatchedCalls::judge).orElse(List.of())
                : results.values();
    }

    /** Returns the task that waits for the person, if there is one. */
    public Optional<Task> task() {
        return actor.step().map(this::task);
    }

    private Task task(ManualDriver.Step step) {
        var facts = new ArrayList<Figure>();
        facts.add(new Figure("Service", step.base().toString()));
        facts.add(new Figure("X-Operator", operator.id()));
        if (isWatching()) {
            return new Task(
                    step.scenario().id(),
                    title(step.scenario().id()),
                    "Point your system at the service, let it read the catalogue, launch games, create campaigns and"
                            + " bonus codes, and search. Verdicts change with every call.",
                    facts,
                    "",
                    calls());
        }
        step.setup().task().texts().forEach((name, value) -> facts.add(new Figure(name, value)));
        return new Task(
                step.scenario().id(),
                title(step.scenario().id()),
                step.setup().task().instruction() + " Then press Done. What is judged: "
                        + step.scenario().testCase().title() + ".",
                facts,
                "export OPERATORKIT_BASE_URL=" + step.base() + "\nexport OPERATORKIT_OPERATOR="
                        + WireBytes.shellWord(operator.id()) + "\nexport OPERATORKIT_SCENARIO="
                        + WireBytes.shellWord(step.task()),
                calls());
    }

    private String title(String scenario) {
        var ids = scenarios.stream().map(Scenario::id).toList();
        return isWatching()
                ? "Watching: " + lane.callCount() + (lane.callCount() == 1 ? " call" : " calls")
                : "Scenario " + (ids.indexOf(scenario) + 1) + " of " + ids.size() + ": " + scenario;
    }

    private List<String> calls() {
        var all = lane.evidence().stream()
                .flatMap(evidence -> evidence.calls().stream())
                .map(ClientCall::exchange)
                .toList();
        var newest = all.subList(Math.max(0, all.size() - NEWEST_CALLS), all.size());
        var mask = new TokenMask(ScenarioResult.tokens(newest.stream().map(ClientCall::of))).and(operator.secret());
        return newest.stream().map(call -> mask.of(line(call))).toList();
    }

    private static String line(Exchange call) {
        var status = new String(call.received(), StandardCharsets.ISO_8859_1)
                .lines()
                .findFirst()
                .orElse("no response");
        return call.request().method() + " " + call.request().target() + " → " + status
                + (call.note().isEmpty() ? "" : " · " + call.note());
    }

    /** Ends the task of this scenario, or the watching. */
    public void finish(String scenario) {
        actor.finish(scenario);
    }

    @Override
    public void stop(String why) {
        run.stop(why);
        actor.stop();
    }

    @Override
    public void close() {
        lane.close();
    }
}
