package dev.operatorkit.simulator.admin;

import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.http.Routes;
import io.helidon.http.HeaderNames;
import java.nio.charset.StandardCharsets;

/** What tools may see and change of a running simulator, as JSON, behind {@link AdminGate}. */
public final class AdminApi {
    private AdminApi() {}

    /** Answers below {@code /admin}. */
    public static void routing(Routes routes, Simulator simulator) {
        var operators = simulator.operators();
        var wallets = simulator.callbackEngine();
        var seats = new PlayerSessions(operators, simulator.catalogue(), simulator.bonusCodes(), wallets.rounds());
        routes.get(
                "/admin/health",
                (request, response) -> response.header(HeaderNames.CONTENT_TYPE, "text/plain")
                        .send("ok".getBytes(StandardCharsets.UTF_8)));
        new OperatorRoutes(operators, simulator.catalogue()).routing(routes);
        new FaultRoutes(wallets.faults(), operators).routing(routes);
        new ClockRoutes(simulator.clock()).routing(routes);
        new TranscriptRoutes(wallets.transcript()).routing(routes);
        new RoundRoutes(wallets).routing(routes);
        new TriggerRoutes(operators, wallets, simulator.freeRounds(), seats).routing(routes);
    }
}
