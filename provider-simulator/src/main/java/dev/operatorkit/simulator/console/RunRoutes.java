package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.http.Routes;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.IntFunction;

/** Registers what the pages of every kind of run have: live updates, the files of the report, and a button that stops the run. */
final class RunRoutes {
    private RunRoutes() {}

    /** Represents a run with a report, in progress or over. */
    interface ReportedRun {
        int number();

        boolean isOver();

        ChangeNotifier changes();

        /** Returns the folder of the report. */
        Path reports() throws IOException;

        void stop();
    }

    /**
     * Adds the routes below the page of all runs.
     *
     * @param path the path of that page
     * @param runs finds a run by its number, or throws a NoSuchElementException
     */
    static void addTo(Routes routes, String path, LiveUpdates live, IntFunction<? extends ReportedRun> runs) {
        var one = path + "/{run}";
        routes.stream(
                one + "/live",
                (request, response) -> live.stream(
                        response,
                        listener -> runs.apply(number(request)).changes().subscribe(listener)));
        for (var file : ReportFile.NAMES) {
            routes.get(one + "/" + file, (request, response) -> {
                var run = runs.apply(number(request));
                ReportFile.send(response, run.isOver(), run.reports(), file);
            });
        }
        routes.post(one + "/stop", (request, response) -> {
            var run = runs.apply(number(request));
            run.stop();
            PageRenderer.redirect(response, path + "/" + run.number());
        });
    }

    /** Returns the number of the run that a page's address names. */
    static int number(ServerRequest request) {
        try {
            return Integer.parseInt(
                    Objects.requireNonNull(request.path().pathParameters().get("run")));
        } catch (NumberFormatException e) {
            throw new NoSuchElementException("There is no such run. The address of a run ends with its number.", e);
        }
    }
}
