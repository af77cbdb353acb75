package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.client.WatchedCalls;
import dev.operatorkit.conformance.report.Subject;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.simulator.console.ClientRuns.Running;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.scenario.HandActor;
import dev.operatorkit.simulator.scenario.TestedOperator;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs client conformance from the console: a person does each task, or the calls are only watched. The page starts no command: only
 * the terminal of the simulator's user may start programs.
 */
final class ClientConformancePage {
    static final String PATH = "/client-conformance";
    private static final String TITLE = "Client conformance";
    private static final int MOST_CALLS = 100;
    private static final int NEWEST_CALLS = 8;
    private static final int HIGHEST_PORT = 65_535;
    private static final int LONGEST_LABEL = 80;

    private final PageRenderer renderer;
    private final Operators operators;
    private final LiveUpdates live;
    private final ClientRuns runs;
    private final Supplier<URI> simulator;

    ClientConformancePage(
            PageRenderer renderer, Operators operators, LiveUpdates live, ClientRuns runs, Supplier<URI> simulator) {
        this.renderer = renderer;
        this.operators = operators;
        this.live = live;
        this.runs = runs;
        this.simulator = simulator;
    }

    void routing(Routes routes) {
        routes.get(PATH, (request, response) -> list(FormData.query(request), response, null));
        routes.post(PATH, this::start);
        routes.get(PATH + "/{run}", (request, response) -> one(request, response, true));
        routes.get(PATH + "/{run}/progress", (request, response) -> one(request, response, false));
        routes.get(PATH + "/{run}/cases/{case}", this::oneCase);
        RunRoutes.addTo(routes, PATH, live, runs::get);
        routes.post(PATH + "/{run}/done", (request, response) -> {
            run(request).finish(FormData.body(request).required("scenario"));
            PageRenderer.redirect(response, PATH + "/" + run(request).number());
        });
    }

    private void list(FormData form, ServerResponse response, @Nullable String problem) {
        var parameters = new HashMap<String, Object>();
        parameters.put("operators", operators.all());
        parameters.put(
                "operator",
                operators.get(form.text("operator", operators.first().id())));
        parameters.put("form", form);
        parameters.put("runs", runs.all());
        parameters.put("scenarios", ScenarioCatalogue.scenarios().size());
        parameters.put("checks", WatchedCalls.plan().cases().size());
        PageRenderer.putIfPresent(parameters, "problem", problem);
        renderer.page(response, "client_conformance.jte", TITLE, PATH, parameters);
    }

    private void start(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        try {
            PageRenderer.redirect(
                    response, PATH + "/" + runs.start(settings(form)).number());
        } catch (IllegalArgumentException e) {
            list(form, response, e.getMessage());
        }
    }

    /** The service listens where the simulator does: no page opens it to more machines. */
    private ClientRuns.Settings settings(FormData form) {
        var operator = operators.get(form.required("operator"));
        var secret = operator.secret();
        if (secret == null) {
            throw new IllegalArgumentException("The secret of operator '" + operator.id() + "' is unknown here. Run"
                    + " bin/simulator client-conformance with --secret-file.");
        }
        var port = form.number("port", 0);
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("'port' must be from 1 to " + HIGHEST_PORT + ", or empty.");
        }
        var label = form.text("label", "");
        if (label.length() > LONGEST_LABEL) {
            throw new IllegalArgumentException("'label' must have at most " + LONGEST_LABEL + " characters.");
        }
        return new ClientRuns.Settings(
                new TestedOperator(operator.id(), operator.keys(), Secret.of(secret.bytes())),
                operator.secretSource(),
                scenarios(form),
                label,
                simulator.get().getHost().replaceAll("[\\[\\]]", ""),
                port);
    }

    private static List<Scenario> scenarios(FormData form) {
        var mode = form.required("mode");
        if (mode.equals("watch")) {
            return List.of();
        }
        if (!mode.equals("hand")) {
            throw new IllegalArgumentException("'mode' must be hand or watch, not '" + mode + "'.");
        }
        var only = form.text("only", "*");
        var chosen = ScenarioCatalogue.scenarios().stream()
                .filter(each -> ExpectedFailures.matches(only, each.id()))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(
                    "No scenario matches '" + only + "'. Enter its id or a pattern such as launch-*.");
        }
        return chosen;
    }

    private void one(ServerRequest request, ServerResponse response, boolean whole) {
        var run = run(request);
        var isOver = run.isOver(); // asked once, since the run may end while the page is rendered
        var parameters = new HashMap<String, Object>();
        parameters.put("run", run);
        parameters.put("results", run.results());
        if (isOver) {
            parameters.put("mask", run.mask());
            parameters.put("unseen", Subject.of(run.outcome().plan()).notProvable());
        } else {
            var calls = run.calls();
            parameters.put("count", calls.size());
            parameters.put("newest", shown(run, calls.subList(Math.max(0, calls.size() - NEWEST_CALLS), calls.size())));
            run.step().ifPresent(step -> {
                parameters.put("step", step);
                parameters.put("environment", environment(run, step));
            });
        }
        if (whole) {
            renderer.page(response, "client_run.jte", TITLE + " run " + run.number(), PATH, parameters);
        } else {
            renderer.fragment(response, "client_progress.jte", parameters);
        }
    }

    /** Returns the task as lines for a shell. The secret is not among them (SIG-17). */
    private static String environment(Running run, HandActor.Step step) {
        return "export OPERATORKIT_BASE_URL=" + step.base() + "\nexport OPERATORKIT_OPERATOR="
                + quoted(run.settings().operator().id()) + "\nexport OPERATORKIT_SCENARIO=" + quoted(step.task());
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /**
     * Holds a call of a case.
     *
     * @param number its place among the calls of the case, from 1
     * @param decisive true when the verdict rests on it
     */
    record Call(int number, boolean decisive, ConformancePage.Shown shown) {}

    private static List<ConformancePage.Shown> shown(Running run, List<Exchange> calls) {
        var mask = run.mask(calls);
        return calls.stream().map(call -> ConformancePage.Shown.of(call, mask)).toList();
    }

    private void oneCase(ServerRequest request, ServerResponse response) {
        var run = run(request);
        var id = request.path().pathParameters().get("case");
        var each = run.settings().cases().stream()
                .filter(known -> known.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("There is no case '" + id + "' in this run."));
        var parameters = new HashMap<String, Object>();
        parameters.put("run", run);
        parameters.put("of", each);
        parameters.put(
                "rules", each.rules().stream().map(ConformancePage::words).toList());
        var result = run.results().get(each.id());
        if (result != null) {
            parameters.putAll(details(run, result));
        }
        renderer.page(response, "client_case.jte", ConformancePage.title(each), PATH, parameters);
    }

    private static Map<String, Object> details(Running run, CaseResult result) {
        var exchanges = result.exchanges();
        var decisive = decisive(result);
        // The call that the verdict rests on is shown however many there are.
        var chosen = IntStream.range(0, exchanges.size())
                .filter(i -> i < MOST_CALLS || exchanges.get(i).equals(decisive))
                .boxed()
                .toList();
        var mask = run.mask(chosen.stream().map(exchanges::get).toList());
        var calls = chosen.stream()
                .map(i -> new Call(
                        i + 1, exchanges.get(i).equals(decisive), ConformancePage.Shown.of(exchanges.get(i), mask)))
                .toList();
        return Map.of("result", result, "calls", calls, "all", exchanges.size(), "mask", mask);
    }

    private static @Nullable Exchange decisive(CaseResult result) {
        var failure = result.failure();
        return failure == null ? null : failure.exchange();
    }

    /** Returns the address of the call that a verdict rests on, or of its case. */
    static String evidence(Running run, CaseResult result) {
        var decisive = decisive(result);
        var place = decisive == null ? -1 : result.exchanges().indexOf(decisive);
        return PATH + "/" + run.number() + "/cases/" + result.testCase().id()
                + (place < 0 ? "" : "#call-" + (place + 1));
    }

    /** Returns the results of these cases, in their order. */
    static Stream<CaseResult> of(Map<String, CaseResult> results, List<Case> cases) {
        return cases.stream().map(each -> results.get(each.id())).filter(Objects::nonNull);
    }

    private Running run(ServerRequest request) {
        return runs.get(RunRoutes.number(request));
    }
}
