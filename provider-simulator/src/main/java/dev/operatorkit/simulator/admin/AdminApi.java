package dev.operatorkit.simulator.admin;

import dev.operatorkit.simulator.Simulator;
import io.helidon.webserver.http.HttpRouting;

/** What tools may see and change of a running simulator, as JSON, behind {@link AdminGate}. */
public final class AdminApi {
    private AdminApi() {}

    /** Answers below {@code /admin}. */
    public static void routing(HttpRouting.Builder routing, Simulator simulator) {
        var operators = simulator.operators();
        var wallets = simulator.walletSide();
        var seats = new Seats(operators, simulator.catalogue(), simulator.bonusCodes(), wallets.rounds());
        routing.get("/admin/health", (request, response) -> response.send("ok"));
        new OperatorRoutes(operators, simulator.catalogue()).routing(routing);
        new FaultRoutes(wallets.faults(), operators).routing(routing);
        new ClockRoutes(simulator.clock()).routing(routing);
        new TranscriptRoutes(wallets.transcript()).routing(routing);
        new RoundRoutes(wallets).routing(routing);
        new TriggerRoutes(operators, wallets, simulator.freeRounds(), seats).routing(routing);
    }
}
