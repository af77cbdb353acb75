package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.ConstantNames;
import dev.operatorkit.simulator.round.CallbackEngine;
import io.helidon.webserver.http.ServerRequest;
import java.util.NoSuchElementException;
import java.util.Set;

/** Serves rounds and their settlements, and the decisions about those in manual review (DEL-1). */
final class RoundRoutes {
    private static final int USUAL_LIMIT = 100;
    private static final int LARGEST_LIMIT = 10_000;

    private final CallbackEngine wallets;

    RoundRoutes(CallbackEngine wallets) {
        this.wallets = wallets;
    }

    void routing(Routes routes) {
        routes.get("/admin/rounds", AdminRoute.of(this::search))
                .get("/admin/rounds/{id}", AdminRoute.of(request -> describe(find(request))))
                .post("/admin/rounds/{id}/close", AdminRoute.of(this::close));
    }

    /** Returns the newest rounds, by state and player, and the number of rounds in each state. */
    private JsonNode search(ServerRequest request) {
        var limit = Math.clamp(TranscriptRoutes.number(request, "limit", USUAL_LIMIT), 1, LARGEST_LIMIT);
        var state = TranscriptRoutes.text(request, "state");
        var rounds = wallets.queries()
                .newest(
                        TranscriptRoutes.text(request, "player"),
                        state == null ? null : ConstantNames.parse(RoundState.class, "state", state),
                        limit);
        var json = AdminJson.listOf("rounds", rounds, (array, round) -> array.add(AdminJson.round(round)));
        var counts = json.putObject("counts");
        wallets.store().counts().forEach((each, number) -> counts.put(each.name(), number));
        return json;
    }

    private JsonNode close(ServerRequest request) {
        var round = find(request);
        var note = AdminBody.of(request, Set.of("note")).required("note");
        wallets.deliveries().reconciliation().close(round.id(), note);
        return describe(find(request));
    }

    private Round find(ServerRequest request) {
        var id = AdminRoute.path(request, "id");
        return wallets.store()
                .find(id)
                .orElseThrow(() -> new NoSuchElementException("There is no round '" + id + "'."));
    }

    private JsonNode describe(Round round) {
        var json = AdminJson.round(round);
        var history = json.putArray("history");
        wallets.store().history(round.id()).forEach(attempt -> history.add(AdminJson.attempt(attempt)));
        return json;
    }
}
