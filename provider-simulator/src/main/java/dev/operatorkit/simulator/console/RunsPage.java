package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.runs.ClientJob;
import dev.operatorkit.simulator.runs.Job;
import dev.operatorkit.simulator.runs.Run;
import dev.operatorkit.simulator.runs.Runs;
import dev.operatorkit.simulator.runs.Runs.Kind;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Starts, stops and lists the runs of every kind: conformance, client conformance and load. The page of a run shows the suite's own
 * report. It starts no command: only the terminal of the simulator's user may start programs.
 */
final class RunsPage implements AutoCloseable {
    private static final List<String> FILES = List.of("report.html", "bundle.zip", "results.json", "junit.xml");
    private static final String STOPPED = "stopped from the console";

    private final PageRenderer renderer;
    private final ConsoleParts parts;
    private final RunForms forms;
    private final Map<Kind, Runs> all = new EnumMap<>(Kind.class);

    RunsPage(PageRenderer renderer, ConsoleParts parts) {
        this.renderer = renderer;
        this.parts = parts;
        this.forms = new RunForms(parts);
        for (var kind : Kind.values()) {
            all.put(kind, new Runs(kind, parts.host().data(), parts.systemClock()));
        }
    }

    /** Holds the page that lists the runs of a kind and starts one. */
    record ListView(Runs runs, FormData.FormView form, List<RunForms.Choice> choices) {}

    /**
     * Holds the page of one run.
     *
     * @param path the address of the page
     * @param summary the result, once the run is over
     * @param progress how far it is, until then
     * @param task the task that waits for a person
     * @param files the names of the files to offer
     */
    record RunView(
            String path,
            Run run,
            Job.@Nullable Summary summary,
            Job.@Nullable Progress progress,
            ClientJob.@Nullable Task task,
            List<String> files) {}

    void routing(Routes routes) {
        routes.get("/runs", (request, response) -> PageRenderer.redirect(response, path(Kind.CONFORMANCE)));
        all.values().forEach(runs -> routing(routes, runs));
        routes.post(path(Kind.CLIENT) + "/{run}/done", (request, response) -> {
            var run = run(request, runs(Kind.CLIENT));
            if (run.job() instanceof ClientJob job) {
                job.finish(FormData.body(request).required("scenario"));
            }
            PageRenderer.redirect(response, address(Kind.CLIENT, run));
        });
    }

    private void routing(Routes routes, Runs runs) {
        var path = path(runs.kind());
        routes.get(path, (request, response) -> list(runs, FormData.query(request), response, null));
        routes.post(path, (request, response) -> start(runs, FormData.body(request), response));
        routes.get(path + "/{run}", (request, response) -> {
            var run = run(request, runs);
            renderer.page(response, "run.jte", runs.kind().title() + " run " + run.number(), path, view(runs, run));
        });
        routes.get(
                path + "/{run}/progress",
                (request, response) -> renderer.fragment(response, "run_progress.jte", view(runs, run(request, runs))));
        for (var file : FILES) {
            routes.get(path + "/{run}/" + file, (request, response) -> send(response, runs, run(request, runs), file));
        }
        routes.post(path + "/{run}/stop", (request, response) -> {
            var run = run(request, runs);
            if (!run.isOver()) {
                run.job().stop(STOPPED);
            }
            PageRenderer.redirect(response, address(runs.kind(), run));
        });
    }

    private void list(Runs runs, FormData fields, ServerResponse response, @Nullable String problem) {
        var kind = runs.kind();
        var form = FormData.FormView.of(parts, fields, problem);
        renderer.page(response, "runs.jte", kind.title(), path(kind), new ListView(runs, form, RunForms.choices(kind)));
    }

    private void start(Runs runs, FormData form, ServerResponse response) {
        try {
            var run = runs.start(() -> {
                var job = forms.job(runs.kind(), form);
                try {
                    requireIdle(runs.kind(), job.subject().target());
                } catch (IllegalArgumentException e) {
                    job.close();
                    throw e;
                }
                return job;
            });
            forms.remember(runs.kind(), form);
            PageRenderer.redirect(response, address(runs.kind(), run));
        } catch (IllegalArgumentException e) {
            list(runs, form, response, e.getMessage());
        }
    }

    /** Refuses a run against a wallet whose balances a run of another kind checks and moves. */
    private void requireIdle(Kind kind, String wallet) {
        all.values().stream()
                .filter(other -> other.kind() != kind)
                .filter(other -> other.inProgress()
                        .filter(run -> run.subject().target().equals(wallet))
                        .isPresent())
                .findFirst()
                .ifPresent(other -> {
                    throw new IllegalArgumentException(
                            "A " + other.kind().title().toLowerCase(Locale.ROOT)
                                    + " run uses this wallet, and both move and check the balances of its players."
                                    + " Stop it or wait until it is over.");
                });
    }

    private RunView view(Runs runs, Run run) {
        var summary = run.summary().orElse(null); // read once, since the run may end while the page is rendered
        var job = summary == null ? run.job() : null;
        return new RunView(
                address(runs.kind(), run),
                run,
                summary,
                job == null ? null : job.progress(),
                job instanceof ClientJob client ? client.task().orElse(null) : null,
                FILES.stream().filter(file -> exists(runs, run, file)).toList());
    }

    private static boolean exists(Runs runs, Run run, String file) {
        try {
            return run.isOver() && Files.exists(runs.filesOf(run).resolve(file));
        } catch (IOException e) {
            return false;
        }
    }

    private static void send(ServerResponse response, Runs runs, Run run, String name) throws IOException {
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

    private Runs runs(Kind kind) {
        return Objects.requireNonNull(all.get(kind));
    }

    private static Run run(ServerRequest request, Runs runs) {
        var number = Objects.requireNonNull(request.path().pathParameters().get("run"));
        if (!number.matches("[0-9]{1,9}")) {
            throw new NoSuchElementException("There is no such run. The address of a run ends with its number.");
        }
        return runs.get(Integer.parseInt(number));
    }

    private static String path(Kind kind) {
        return "/" + kind.path();
    }

    private static String address(Kind kind, Run run) {
        return path(kind) + "/" + run.number();
    }

    /** Stops the runs in progress. */
    @Override
    public void close() {
        all.values().forEach(Runs::close);
    }
}
