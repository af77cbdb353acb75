package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.round.PayTable;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.random.RandomGenerator;

/** All pages, under the simulator's own address. */
public final class Console {
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
    }

    private void problem(ServerRequest request, ServerResponse response, Exception why) {
        response.status(Status.BAD_REQUEST_400);
        shell.page(
                response,
                "problem.jte",
                "That did not work",
                "/problem",
                Map.of("reason", String.valueOf(why.getMessage())));
    }
}
