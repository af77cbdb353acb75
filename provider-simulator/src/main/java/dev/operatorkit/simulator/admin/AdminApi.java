package dev.operatorkit.simulator.admin;

import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.launch.FreeRounds;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngine;
import io.helidon.http.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.NoSuchElementException;

/** Lets tools read and change a running simulator with JSON, behind {@link AdminGate}. */
public final class AdminApi {
    private AdminApi() {}

    /** Registers the routes below {@code /admin}. */
    public static void routing(
            Routes routes,
            Operators operators,
            Catalogue catalogue,
            BonusCodes codes,
            CallbackEngine wallets,
            FreeRounds freeRounds,
            SimulatorClock clock) {
        var sessions = new PlayerSessions(operators, catalogue, codes, wallets.rounds());
        routes.get(
                "/admin/health",
                (request, response) -> response.header(HeaderNames.CONTENT_TYPE, "text/plain")
                        .send("ok".getBytes(StandardCharsets.UTF_8)));
        new OperatorRoutes(operators, catalogue).routing(routes);
        new FaultRoutes(wallets.faults(), operators).routing(routes);
        new ClockRoutes(clock).routing(routes);
        new TranscriptRoutes(wallets.transcript()).routing(routes);
        new RoundRoutes(wallets).routing(routes);
        new TriggerRoutes(operators, wallets, freeRounds, sessions).routing(routes);
        // Otherwise the console's page for unknown addresses would answer.
        routes.get("/admin/{+path}", AdminRoute.of(request -> {
            throw new NoSuchElementException("There is nothing at this path.");
        }));
    }
}
