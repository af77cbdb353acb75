package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.client.ClientCall;
import dev.operatorkit.conformance.client.Evidence;
import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.client.ScenarioResult;
import dev.operatorkit.conformance.client.WatchedCalls;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.simulator.runs.TemporaryFolder;
import dev.operatorkit.simulator.scenario.ClientRun;
import dev.operatorkit.simulator.scenario.HandActor;
import dev.operatorkit.simulator.scenario.Lane;
import dev.operatorkit.simulator.scenario.Service;
import dev.operatorkit.simulator.scenario.TestedOperator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs client conformance for the console: one run at a time, by hand or watched. Keeps the newest runs. */
final class ClientRuns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClientRuns.class);
    private static final int KEPT = 8;
    private static final String STOPPED = "stopped from the console";

    private final Service.Starter services;
    private final Clock clock;
    private final TemporaryFolder reports = new TemporaryFolder("operatorkit-client-conformance");
    private final List<Running> runs = new ArrayList<>();
    private int numbered;

    ClientRuns(Service.Starter services, Clock clock) {
        this.services = services;
        this.clock = clock;
    }

    /**
     * Holds the settings of a run.
     *
     * @param secretSource where the operator's secret comes from, in words
     * @param scenarios the ones to play; empty to play none and watch
     * @param label names the run in the list and in the reports
     * @param bind the address to listen on
     * @param port the port, or 0 for any free one
     */
    record Settings(
            TestedOperator operator,
            String secretSource,
            List<Scenario> scenarios,
            String label,
            String bind,
            int port) {
        boolean isWatching() {
            return scenarios.isEmpty();
        }

        /** Returns the cases of the run, in the order of their plan. */
        List<Case> cases() {
            if (isWatching()) {
                return WatchedCalls.plan().cases();
            }
            return scenarios.size() == ScenarioCatalogue.scenarios().size()
                    ? ScenarioCatalogue.full().cases()
                    : scenarios.stream().map(Scenario::testCase).toList();
        }

        List<Group> groups() {
            return isWatching() ? List.of(WatchedCalls.group()) : ScenarioCatalogue.groups();
        }
    }

    /** Holds one run, in progress or over. */
    final class Running implements RunRoutes.ReportedRun {
        private final int number;
        private final Settings settings;
        private final Instant started = clock.instant();
        private final ChangeNotifier changes = new ChangeNotifier();
        private final HandActor actor = new HandActor(changes::notifyListeners);
        private final Lane lane;
        private final URI address;
        private final ClientRun run;
        private final Map<String, CaseResult> results = new ConcurrentHashMap<>();
        private volatile ClientRun.@Nullable Outcome outcome;

        private Running(int number, Settings settings, Lane lane) {
            this.number = number;
            this.settings = settings;
            this.lane = lane;
            this.address = lane.address();
            this.run = new ClientRun(
                    settings.operator().id(), List.of(lane), clock, new RunDescription("", settings.label(), "", ""));
            lane.listen(changes::notifyListeners);
        }

        private void runToEnd() throws IOException, InterruptedException {
            var done = settings.isWatching()
                    ? run.watch(actor, this::add)
                    : run.play(settings.scenarios(), actor, this::add);
            var mask = new TokenMask(done.tokens()).and(settings.operator().secret());
            try {
                Reports.write(reports(), done.result(), mask, ExpectedFailures.none());
            } finally {
                outcome = done;
            }
        }

        private void add(CaseResult result) {
            results.put(result.testCase().id(), result);
            changes.notifyListeners();
        }

        @Override
        public int number() {
            return number;
        }

        Settings settings() {
            return settings;
        }

        /** Returns when it started. */
        String date() {
            return PageTime.minute(started);
        }

        /** Returns the base address of the service. */
        URI address() {
            return address;
        }

        @Override
        public boolean isOver() {
            return outcome != null;
        }

        /** Returns the results, once the run is over. */
        SuiteResult outcome() {
            return Objects.requireNonNull(outcome, "the run is in progress").result();
        }

        /** Returns the task that waits for the person, if there is one. */
        Optional<HandActor.Step> step() {
            return actor.step();
        }

        /** Returns the calls of the current task, or of the whole run when it only watches. */
        List<Exchange> calls() {
            return lane.evidence().stream()
                    .flatMap(evidence -> evidence.calls().stream())
                    .map(ClientCall::exchange)
                    .toList();
        }

        /** Returns the results so far by case; a run that only watches judges its calls so far. */
        Map<String, CaseResult> results() {
            Optional<Evidence> watched =
                    settings.isWatching() && results.isEmpty() ? lane.evidence() : Optional.empty();
            return watched.map(evidence -> WatchedCalls.judge(evidence).stream()
                            .collect(Collectors.toMap(each -> each.testCase().id(), each -> each)))
                    .orElse(results);
        }

        static Map<Verdict, Long> counts(Collection<CaseResult> results) {
            var counts = new EnumMap<Verdict, Long>(Verdict.class);
            results.forEach(each -> counts.merge(each.verdict(), 1L, Long::sum));
            return counts;
        }

        /** Returns a mask of the tokens in these calls, and of the secret. */
        TokenMask mask(List<Exchange> calls) {
            return new TokenMask(ScenarioResult.tokens(calls.stream().map(ClientCall::of)))
                    .and(settings.operator().secret());
        }

        /** Returns a mask of all tokens, once the run is over. */
        TokenMask mask() {
            return new TokenMask(Objects.requireNonNull(outcome, "the run is in progress")
                            .tokens())
                    .and(settings.operator().secret());
        }

        @Override
        public ChangeNotifier changes() {
            return changes;
        }

        /** Ends the task of this scenario, or the watching. */
        void finish(String scenario) {
            actor.finish(scenario);
        }

        @Override
        public void stop() {
            run.stop(STOPPED);
            actor.stop();
        }

        @Override
        public Path reports() throws IOException {
            return reports.of(number);
        }
    }

    /** Starts a run, or fails when one is in progress or its port is taken. */
    synchronized Running start(Settings settings) {
        if (runs.stream().anyMatch(run -> !run.isOver())) {
            throw new IllegalArgumentException("A run is in progress. Stop it or wait until it is over.");
        }
        var running = new Running(++numbered, settings, lane(settings));
        runs.addFirst(running);
        while (runs.size() > KEPT) {
            runs.removeLast();
        }
        Thread.ofVirtual().name("client-conformance-run").start(() -> runToEnd(running));
        return running;
    }

    private Lane lane(Settings settings) {
        try {
            return Lane.open(services, settings.operator(), settings.bind(), settings.port(), clock);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The service cannot listen on port " + settings.port() + ": " + e.getMessage()
                            + ". Choose another port, or leave it empty.",
                    e);
        }
    }

    private void runToEnd(Running running) {
        try {
            running.runToEnd();
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            LOG.error("Client conformance run {} failed unexpectedly", running.number, e);
            forgetUnfinished(running);
        } finally {
            running.lane.close();
            running.changes.notifyListeners();
        }
    }

    /** Removes a run without a result, which would count as in progress for good and prevent every other. */
    private synchronized void forgetUnfinished(Running running) {
        if (!running.isOver()) {
            runs.remove(running);
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

    /** Stops the run that is in progress. */
    @Override
    public void close() {
        all().stream().filter(run -> !run.isOver()).forEach(Running::stop);
    }
}
