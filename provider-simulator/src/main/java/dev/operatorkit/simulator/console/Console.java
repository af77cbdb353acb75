package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.http.Routes;
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

/** All pages, under the simulator's own address. */
public final class Console {
    private static final Logger LOG = LoggerFactory.getLogger(Console.class);

    private final Simulator simulator;
    private final PageRenderer shell;

    /** Shows that simulator. */
    public Console(Simulator simulator) {
        this.simulator = simulator;
        this.shell = shell(simulator);
    }

    private static PageRenderer shell(Simulator simulator) {
        var faults = simulator.callbackEngine().faults();
        return new PageRenderer(simulator.clock(), () -> FaultsPage.describe(faults), simulator.adminToken());
    }

    static TranscriptPage transcript(Simulator simulator) {
        return new TranscriptPage(
                shell(simulator), simulator.operators(), simulator.callbackEngine(), simulator.clock());
    }

    /** Registers every page but the game's. */
    public void routing(Routes routes) {
        var operators = simulator.operators();
        var wallets = simulator.callbackEngine();
        Assets.console(routes);
        var live = new LiveUpdates(wallets.transcript());
        live.routing(routes);
        new OverviewPage(shell, simulator).routing(routes);
        new LaunchPage(
                        shell,
                        operators,
                        simulator.catalogue(),
                        simulator::address,
                        simulator.clock().wall())
                .routing(routes);
        transcript(simulator).routing(routes);
        new RoundsPage(shell, wallets).routing(routes);
        new DeliveryPage(shell, wallets, simulator.clock()).routing(routes);
        new CataloguePage(shell, operators, simulator.catalogue()).routing(routes);
        new FreeRoundsPage(
                        shell,
                        operators,
                        simulator.catalogue(),
                        simulator.campaigns(),
                        simulator.bonusCodes(),
                        simulator.clock())
                .routing(routes);
        new FaultsPage(shell, operators, wallets.faults()).routing(routes);
        var choice = new WalletSelection(
                simulator.settings().targets(), simulator.clock().wall());
        var trust = simulator.settings().trust();
        new ConformancePage(shell, operators, choice, trust, live).routing(routes);
        new LoadPage(shell, operators, choice, trust, live).routing(routes);
        ReferencePage.routing(routes, shell);
        routes.error(IllegalArgumentException.class, this::problem);
        routes.error(NoSuchElementException.class, this::missing);
        routes.error(RuntimeException.class, this::internalError);
        routes.missing((request, response) -> notFound(response, "There is no page at this address."));
    }

    /** Registers the game that a launch URL leads to; it is for players, who have no business in the console. */
    public void game(Routes routes) {
        var wallets = simulator.callbackEngine();
        new GamePage(
                        shell,
                        simulator.sessions(),
                        simulator.catalogue(),
                        simulator.bonusCodes(),
                        wallets.rounds(),
                        wallets.queries(),
                        simulator.freeRounds(),
                        new DemoBalances(PayTable.USUAL, RandomGenerator.getDefault()),
                        wallets.transcript(),
                        simulator.hasOnePort())
                .routing(routes);
    }

    /** Registers what the game's page refers to. */
    public static void gameAssets(Routes routes) {
        Assets.game(routes);
    }

    private void problem(ServerRequest request, ServerResponse response, Exception why) {
        problem(
                response,
                Status.BAD_REQUEST_400,
                String.valueOf(why.getMessage()),
                "Nothing was changed. Go back and try again.");
    }

    private void missing(ServerRequest request, ServerResponse response, Exception why) {
        notFound(response, String.valueOf(why.getMessage()));
    }

    private void notFound(ServerResponse response, String reason) {
        problem(response, Status.NOT_FOUND_404, reason, "Choose a page above.");
    }

    /** What we did not think of is still answered with a page, and told in the log. */
    private void internalError(ServerRequest request, ServerResponse response, RuntimeException why) {
        if (why instanceof HttpException told) {
            problem(response, told.status(), String.valueOf(told.getMessage()), "");
            return;
        }
        var prologue = request.prologue();
        LOG.error("{} {} failed", prologue.method(), prologue.uriPath().rawPath(), why);
        problem(response, Status.INTERNAL_SERVER_ERROR_500, "The simulator failed at this.", "Its log says at what.");
    }

    private void problem(ServerResponse response, Status status, String reason, String advice) {
        response.status(status);
        shell.page(
                response, "problem.jte", "That did not work", "/problem", Map.of("reason", reason, "advice", advice));
    }
}
