package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.Target;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.simulator.runs.ConformanceJob;
import dev.operatorkit.simulator.runs.Run;
import dev.operatorkit.simulator.runs.RunSummary;
import dev.operatorkit.simulator.runs.Runs;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starts, stops and lists conformance runs. The page of a run shows the suite's own report. */
final class RunsPage implements AutoCloseable {
    private static final String PATH = "/conformance";
    private static final int MAX_LABEL_LENGTH = 80;
    private static final List<String> FILES = List.of("report.html", "bundle.zip", "results.json", "junit.xml");
    private static final List<String> TOKENS = List.of(TypedValues.TOKEN, TypedValues.SECOND_TOKEN);

    private final PageRenderer renderer;
    private final ConsoleParts parts;
    private final Runs runs;

    RunsPage(PageRenderer renderer, ConsoleParts parts) {
        this.renderer = renderer;
        this.parts = parts;
        this.runs = new Runs(parts.systemClock());
    }

    /** Holds the page that lists the runs and starts one. */
    record ListView(Runs runs, FormData.FormView form) {}

    /**
     * Holds the page of one run.
     *
     * @param path the address of the page
     * @param summary the result, once the run is over
     * @param job the work, until then
     * @param files the names of the files to offer
     */
    record RunView(
            String path,
            Run run,
            @Nullable RunSummary summary,
            @Nullable ConformanceJob job,
            List<String> files) {}

    void routing(Routes routes) {
        routes.get("/runs", (request, response) -> PageRenderer.redirect(response, PATH));
        routes.get(PATH, (request, response) -> list(FormData.query(request), response, null));
        routes.post(PATH, (request, response) -> start(FormData.body(request), response));
        routes.get(PATH + "/{run}", (request, response) -> {
            var run = run(request);
            renderer.page(response, "run.jte", "Conformance run " + run.number(), PATH, view(run));
        });
        routes.get(
                PATH + "/{run}/progress",
                (request, response) -> renderer.fragment(response, "run_progress.jte", view(run(request))));
        for (var file : FILES) {
            routes.get(PATH + "/{run}/" + file, (request, response) -> send(response, run(request), file));
        }
        routes.post(PATH + "/{run}/stop", (request, response) -> {
            var run = run(request);
            if (!run.isOver()) {
                run.job().stop("stopped from the console");
            }
            PageRenderer.redirect(response, address(run));
        });
    }

    private void list(FormData fields, ServerResponse response, @Nullable String problem) {
        renderer.page(
                response,
                "runs.jte",
                "Conformance",
                PATH,
                new ListView(runs, FormData.FormView.of(parts, fields, problem)));
    }

    private void start(FormData form, ServerResponse response) {
        try {
            var run = runs.start(job(form));
            TOKENS.forEach(name ->
                    form.text(name).ifPresent(token -> parts.typed().remember(form.required("operator"), name, token)));
            PageRenderer.redirect(response, address(run));
        } catch (IllegalArgumentException e) {
            list(form, response, e.getMessage());
        }
    }

    /** Makes a job, or throws an IllegalArgumentException that says what to correct. */
    private ConformanceJob job(FormData form) {
        var operator = parts.operators().get(form.required("operator"));
        var label = form.text("label", "");
        if (label.length() > MAX_LABEL_LENGTH) {
            throw new IllegalArgumentException("'label' must have at most " + MAX_LABEL_LENGTH + " characters.");
        }
        var secret = operator.secret();
        if (secret == null) {
            throw new IllegalArgumentException("The secret of operator '" + operator.id() + "' is unknown here. Run"
                    + " bin/simulator conformance with --secret-file.");
        }
        var wallet = WalletAddress.parse(parts.outgoing().requireAllowed(form.required("wallet")));
        var tokens = TOKENS.stream()
                .flatMap(name -> form.text(name).stream())
                .distinct()
                .toList();
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("Enter a player's session token.");
        }
        var plan = Plans.named(form.text("plan", Plans.full().name()));
        var only = form.text("only", "*");
        var chosen = plan.cases().stream()
                .filter(each -> ExpectedFailures.matches(only, each.id()))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(
                    "No case matches '" + only + "'. Enter its id or a pattern such as replay*.");
        }
        var description = new RunDescription(
                form.text("tester", ""),
                form.text("walletName", ""),
                form.text("walletVersion", ""),
                form.text("environment", ""));
        var config = SuiteConfig.of(new Target(wallet, secret, parts.outgoing().trust()), tokens, plan)
                .withCases(chosen, form.number("seed", 1))
                .withDescription(description);
        return new ConformanceJob(config, operator.id(), label);
    }

    private RunView view(Run run) {
        var summary = run.summary().orElse(null); // read once, since the run may end while the page is rendered
        return new RunView(
                address(run),
                run,
                summary,
                summary == null ? run.job() : null,
                FILES.stream().filter(file -> exists(run, file)).toList());
    }

    private boolean exists(Run run, String file) {
        try {
            return run.isOver() && Files.exists(runs.filesOf(run).resolve(file));
        } catch (IOException e) {
            return false;
        }
    }

    private void send(ServerResponse response, Run run, String name) throws IOException {
        if (!run.isOver()) {
            throw new IllegalArgumentException("The report is not written yet. Open it when the run is over.");
        }
        var file = runs.filesOf(run).resolve(name);
        if (!Files.exists(file)) {
            throw new NoSuchElementException("The file " + file + " does not exist any more.");
        }
        response.header(HeaderNames.CONTENT_TYPE, mediaType(name));
        // The report has styles within elements, and that of an earlier version has other styles.
        response.header(
                PageRenderer.POLICY,
                PageRenderer.OWN_RESOURCES_ONLY + "; style-src 'unsafe-inline'; script-src " + Reports.scriptSource());
        response.send(Files.readAllBytes(file));
    }

    private static String mediaType(String name) {
        return name.endsWith(".html")
                ? "text/html; charset=utf-8"
                : name.endsWith(".zip") ? "application/zip" : "text/plain; charset=utf-8";
    }

    private Run run(ServerRequest request) {
        var number = Objects.requireNonNull(request.path().pathParameters().get("run"));
        if (!number.matches("[0-9]{1,9}")) {
            throw new NoSuchElementException("There is no such run. The address of a run ends with its number.");
        }
        return runs.get(Integer.parseInt(number));
    }

    private static String address(Run run) {
        return PATH + "/" + run.number();
    }

    /** Stops the run in progress. */
    @Override
    public void close() {
        runs.close();
    }
}
