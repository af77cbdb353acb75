package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.Guard;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.launch.LaunchPasses;
import dev.operatorkit.simulator.round.PayTable;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves all pages under the simulator's own address. */
public final class Console implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Console.class);

    private static final String PROBLEM = "problem.jte";
    private static final String NOT_FOUND = "Page not found";

    private final ConsoleParts parts;
    private final PageRenderer shell;
    private final ClientAddress browsers;
    private final LaunchPasses passes = new LaunchPasses();
    private final LiveUpdates live;
    private final WalletSelection wallets;
    private final RunsPage runs;

    /** Creates the console of a simulator. */
    public Console(ConsoleParts parts) {
        this.parts = parts;
        this.shell = shell(parts);
        this.browsers = new ClientAddress(parts.trustedProxies());
        this.live = new LiveUpdates(
                parts.callbackEngine().transcript(), parts.callbackEngine().faults());
        this.wallets = new WalletSelection(parts.targets(), parts.clock().systemClock());
        this.runs = new RunsPage(shell, parts, live, wallets);
    }

    private static PageRenderer shell(ConsoleParts parts) {
        var faults = parts.callbackEngine().faults();
        return new PageRenderer(parts.clock(), () -> FaultsPage.describe(faults), parts.adminToken());
    }

    /** Registers all pages except the game page. */
    public void routing(Routes routes) {
        var operators = parts.operators();
        var wallets = parts.callbackEngine();
        Assets.console(routes);
        live.routing(routes);
        routes.get(
                "/console/faults-on",
                (request, response) -> shell.fragment(response, "faults_on.jte", Map.of("faults", shell.faults())));
        routes.refused(this::refused);
        new OverviewPage(shell, parts, this.wallets, browsers).routing(routes);
        new LaunchPage(
                        shell,
                        operators,
                        parts.typed(),
                        parts.catalogue(),
                        parts.address(),
                        parts.clock().systemClock(),
                        browsers,
                        passes)
                .routing(routes);
        new WirePage(shell, operators, parts.sessions(), wallets, live).routing(routes);
        var rejections = new ExpectedRejections(operators);
        new TranscriptPage(shell, wallets, rejections).routing(routes);
        new ExchangePage(shell, operators, wallets, parts.clock()).routing(routes);
        new RoundsPage(shell, wallets, rejections).routing(routes);
        new DeliveryPage(shell, wallets, parts.clock()).routing(routes);
        new CataloguePage(shell, operators, parts.catalogue()).routing(routes);
        new FreeRoundsPage(
                        shell,
                        operators,
                        parts.typed(),
                        parts.catalogue(),
                        parts.campaigns(),
                        parts.bonusCodes(),
                        parts.clock())
                .routing(routes);
        new FaultsPage(shell, operators, wallets.faults()).routing(routes);
        runs.routing(routes);
        Assets.openApi(routes);
        routes.error(IllegalArgumentException.class, this::problem);
        routes.error(NoSuchElementException.class, this::missing);
        routes.error(RuntimeException.class, this::internalError);
        routes.otherMethod((request, response) -> missing(
                response,
                "Not possible here",
                "This address has no " + request.prologue().method()
                        + ". It belongs to a form or a button of a page."));
        routes.missing((request, response) -> notFound(response, NOT_FOUND, "There is no page at this address."));
    }

    /** Registers the game page that a launch URL leads to. It is separate because players may not use the console. */
    public void game(Routes routes) {
        var wallets = parts.callbackEngine();
        new GamePage(
                        shell,
                        parts.sessions(),
                        browsers,
                        passes,
                        parts.catalogue(),
                        parts.bonusCodes(),
                        wallets.rounds(),
                        wallets.queries(),
                        parts.freeRounds(),
                        new DemoBalances(PayTable.USUAL, RandomGenerator.getDefault()),
                        wallets.transcript(),
                        parts.onePort(),
                        parts.gate())
                .routing(routes);
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

    /** Answers a browser whose request may not pass with a page: mostly a form sent without a script, and so without the token. */
    private void refused(ServerRequest request, ServerResponse response, Guard.Refusal refusal) {
        response.status(refusal.status());
        shell.fragment(response, "refused.jte", Map.of("reason", refusal.forPerson()));
    }

    private void notFound(ServerResponse response, String title, String reason) {
        response.status(Status.NOT_FOUND_404);
        missing(response, title, reason);
    }

    private void missing(ServerResponse response, String title, String reason) {
        shell.page(response, PROBLEM, title, "/problem", Map.of("reason", reason, "advice", "", "isMissing", true));
    }

    /** Answers an unexpected exception with a page and logs it. */
    private void internalError(ServerRequest request, ServerResponse response, RuntimeException cause) {
        if (cause instanceof HttpException known) {
            problem(response, known.status(), String.valueOf(known.getMessage()), "");
            return;
        }
        var prologue = request.prologue();
        LOG.error("{} {} failed", prologue.method(), prologue.uriPath().rawPath(), cause);
        problem(response, Status.INTERNAL_SERVER_ERROR_500, "Internal error.", "See the simulator log.");
    }

    private void problem(ServerResponse response, Status status, String reason, String advice) {
        response.status(status);
        shell.page(response, PROBLEM, "Something went wrong", "/problem", Map.of("reason", reason, "advice", advice));
    }
}
