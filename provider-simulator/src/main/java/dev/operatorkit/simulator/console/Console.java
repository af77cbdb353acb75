package dev.operatorkit.simulator.console;

import dev.operatorkit.http.guard.ThrottledLog;
import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.console.PageRenderer.Page.Link;
import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.launch.LaunchPasses;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.NoSuchElementException;
import org.slf4j.LoggerFactory;

/** Serves all pages under the simulator's own address. */
public final class Console implements AutoCloseable {
    private static final ThrottledLog FAILED =
            new ThrottledLog(LoggerFactory.getLogger(Console.class), "a request failed");
    private static final String NOT_FOUND = "Page not found";

    private final ConsoleParts parts;
    private final PageRenderer renderer;
    private final ClientAddress browsers;
    private final LaunchPasses passes = new LaunchPasses();
    private final LiveUpdates live;
    private final RunsPage runs;

    public Console(ConsoleParts parts) {
        this.parts = parts;
        this.renderer = new PageRenderer(parts.clock(), parts.engine().faults());
        this.browsers = new ClientAddress(parts.access().gate().trustedProxies());
        this.live = new LiveUpdates(parts.engine().transcript(), parts.engine().faults());
        this.runs = new RunsPage(renderer, parts, live);
    }

    /** Holds the page of a request that failed. */
    record Problem(String reason, String advice, boolean isMissing) {}

    /** Registers all pages except the game page. */
    public void routing(Routes routes) {
        Assets.console(routes);
        live.routing(routes);
        routes.get(
                "/console/faults-on",
                (request, response) -> renderer.fragment(response, "faults_on.jte", renderer.faults()));
        var checks = new WalletChecks(parts);
        new OverviewPage(renderer, parts, browsers, checks).routing(routes);
        new LaunchPage(renderer, parts, browsers, passes).routing(routes);
        new ExchangesPage(renderer, parts).routing(routes);
        new ExchangePage(renderer, parts, checks).routing(routes);
        new RoundsPage(renderer, parts).routing(routes);
        new DeliveriesPage(renderer, parts).routing(routes);
        new CataloguePage(renderer, parts).routing(routes);
        new FreeRoundsPage(renderer, parts).routing(routes);
        new FaultsPage(renderer, parts).routing(routes);
        runs.routing(routes);
        routes.refused(this::refused);
        routes.error(IllegalArgumentException.class, this::problem);
        routes.error(NoSuchElementException.class, this::missing);
        routes.error(RuntimeException.class, this::internalError);
        routes.missing((request, response) -> notFound(response, NOT_FOUND, "There is no page at this address."));
    }

    /** Registers the address of the links that open the console: a browser gets its cookie there. */
    public void entrance(Routes routes) {
        var gate = parts.access().gate();
        routes.get(AdminGate.OPEN, (request, response) -> {
            var cookie = gate.redeem(request, FormData.query(request).text("key", ""));
            if (cookie.isPresent()) {
                response.header(HeaderNames.SET_COOKIE, cookie.get());
                PageRenderer.redirect(response, "/");
            } else {
                routes.refuse(request, response, gate.usedLink());
            }
        });
        routes.refused(this::refused);
    }

    /** Shows a browser without the cookie how to get it. One that came from another site sends it with the next request. */
    private void refused(ServerResponse response, String reason) {
        renderer.notice(response, "The console is closed to this browser", reason, List.of(new Link("/", "Try again")));
    }

    /** Registers the game page that a launch URL leads to. It is separate because players may not use the console. */
    public void game(Routes routes) {
        new GamePage(renderer, parts, browsers, passes).routing(routes);
    }

    /** Registers the static files of the game page. */
    public static void gameAssets(Routes routes) {
        Assets.game(routes);
    }

    /** Stops what runs in the background. */
    @Override
    public void close() {
        runs.close();
    }

    private void problem(ServerRequest request, ServerResponse response, Exception cause) {
        problem(
                response,
                Status.BAD_REQUEST_400,
                String.valueOf(cause.getMessage()),
                "Nothing was changed. Go back, correct it and try again.");
    }

    private void missing(ServerRequest request, ServerResponse response, Exception cause) {
        var path = request.path().path();
        var title = path.startsWith("/transcript/")
                ? "Exchange not found"
                : path.startsWith("/rounds/") ? "Round not found" : NOT_FOUND;
        notFound(response, title, String.valueOf(cause.getMessage()));
    }

    private void notFound(ServerResponse response, String title, String reason) {
        response.status(Status.NOT_FOUND_404);
        renderer.page(response, "problem.jte", title, "/problem", new Problem(reason, "", true));
    }

    /** Answers an unexpected exception with a page and logs it. */
    private void internalError(ServerRequest request, ServerResponse response, RuntimeException cause) {
        if (cause instanceof HttpException known) {
            problem(response, known.status(), String.valueOf(known.getMessage()), "");
            return;
        }
        var prologue = request.prologue();
        FAILED.warn(prologue.method() + " " + prologue.uriPath().rawPath(), cause);
        problem(response, Status.INTERNAL_SERVER_ERROR_500, "Internal error.", "See the simulator log.");
    }

    private void problem(ServerResponse response, Status status, String reason, String advice) {
        response.status(status);
        renderer.page(response, "problem.jte", "Something went wrong", "/problem", new Problem(reason, advice, false));
    }
}
