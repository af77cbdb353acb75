package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.time.Durations;
import io.helidon.webserver.http.ServerRequest;
import java.util.Set;

/** Serves the simulator's clock, which makes three days of retries pass in a second (DEL-1). */
final class ClockRoutes {
    private final SimulatorClock clock;

    ClockRoutes(SimulatorClock clock) {
        this.clock = clock;
    }

    void routing(Routes routes) {
        routes.get("/admin/clock", AdminRoute.of(request -> time())).post("/admin/clock", AdminRoute.of(this::move));
    }

    private JsonNode time() {
        var systemTime = clock.systemClock().instant();
        return AdminJson.object()
                .put("now", AdminJson.time(systemTime.plus(clock.ahead())))
                .put("systemTime", AdminJson.time(systemTime))
                .put("ahead", clock.ahead().toString());
    }

    private JsonNode move(ServerRequest request) {
        clock.forward(Durations.parse(AdminBody.of(request, Set.of("by")).required("by")));
        return time();
    }
}
