package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.round.PayTable;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
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
    private final Shell shell;

    /** Shows that simulator. */
    public Console(Simulator simulator) {
        this.simulator = simulator;
        this.shell = shell(simulator);
    }

    private static Shell shell(Simulator simulator) {
        var faults = simulator.walletSide().faults();
        return new Shell(simulator.clock(), () -> FaultsPage.words(faults), simulator.adminToken());
    }

    static TranscriptPage transcript(Simulator simulator) {
        return new TranscriptPage(shell(simulator), simulator.operators(), simulator.walletSide(), simulator.clock());
    }

    /** The routes of every page. */
    public void routing(HttpRouting.Builder routing) {
        var operators = simulator.operators();
        var wallets = simulator.walletSide();
        Assets.routing(routing);
        var live = new LiveUpdates(wallets.transcript());
        live.routing(routing);
        new OverviewPage(shell, simulator).routing(routing);
        new LaunchPage(
                        shell,
                        operators,
                        simulator.catalogue(),
                        simulator::address,
                        simulator.clock().wall())
                .routing(routing);
        new GamePage(
                        shell,
                        simulator.sessions(),
                        simulator.catalogue(),
                        simulator.bonusCodes(),
                        wallets.rounds(),
                        wallets.queries(),
                        simulator.freeRounds(),
                        new DemoPurses(PayTable.USUAL, RandomGenerator.getDefault()),
                        wallets.transcript())
                .routing(routing);
        transcript(simulator).routing(routing);
        new RoundsPage(shell, wallets).routing(routing);
        new DeliveryPage(shell, wallets, simulator.clock()).routing(routing);
        new CataloguePage(shell, operators, simulator.catalogue()).routing(routing);
        new FreeRoundsPage(
                        shell,
                        operators,
                        simulator.catalogue(),
                        simulator.campaigns(),
                        simulator.bonusCodes(),
                        simulator.clock())
                .routing(routing);
        new FaultsPage(shell, operators, wallets.faults()).routing(routing);
        var choice = new WalletChoice(
                simulator.settings().targets(), simulator.clock().wall());
        var trust = simulator.settings().trust();
        new ConformancePage(shell, operators, choice, trust, live).routing(routing);
        new LoadPage(shell, operators, choice, trust, live).routing(routing);
        ReferencePage.routing(routing, shell);
        routing.error(IllegalArgumentException.class, this::problem);
        routing.error(NoSuchElementException.class, this::problem);
        routing.error(RuntimeException.class, this::unforeseen);
    }

    private void problem(ServerRequest request, ServerResponse response, Exception why) {
        problem(
                response,
                Status.BAD_REQUEST_400,
                String.valueOf(why.getMessage()),
                "Nothing was changed. Go back and try again.");
    }

    /** What we did not think of is still answered with a page, and told in the log. */
    private void unforeseen(ServerRequest request, ServerResponse response, RuntimeException why) {
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
