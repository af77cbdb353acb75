package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.ConstantNames;
import dev.operatorkit.simulator.operator.OperatorForm;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.time.Durations;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Lets tools read and change a running simulator with JSON, behind {@link AdminGate}: a table of endpoints, which the commands and
 * scripts call.
 */
public final class AdminApi {
    private static final Set<String> FAULT = Set.of("kind", "operator", "callback", "player", "times", "time");
    private static final int DEFAULT_ROUNDS = 100;
    private static final int MAX_ROUNDS = 10_000;

    private final Operators operators;
    private final Catalogue catalogue;
    private final CallbackEngine wallets;
    private final SimulatorClock clock;

    private AdminApi(Operators operators, Catalogue catalogue, CallbackEngine wallets, SimulatorClock clock) {
        this.operators = operators;
        this.catalogue = catalogue;
        this.wallets = wallets;
        this.clock = clock;
    }

    private record Endpoint(Method method, String path, AdminRoute route) {}

    public static void routing(
            Routes routes,
            Operators operators,
            Catalogue catalogue,
            BonusCodes codes,
            CallbackEngine wallets,
            SimulatorClock clock) {
        var api = new AdminApi(operators, catalogue, wallets, clock);
        var trigger = new TriggerRoutes(
                operators, wallets, codes, new PlayerSessions(operators, catalogue, codes, wallets.rounds()));
        var transcript = new TranscriptRoutes(wallets.transcript());
        routes.stream("/admin/transcript/stream", transcript::stream);
        List.of(
                        new Endpoint(Method.GET, "/admin/operators", request -> api.operators()),
                        new Endpoint(Method.PUT, "/admin/operators/{id}", api::changeOperator),
                        new Endpoint(Method.PUT, "/admin/operators/{id}/games/{slug}", api::switchGame),
                        new Endpoint(Method.GET, "/admin/faults", request -> api.faults()),
                        new Endpoint(Method.POST, "/admin/faults", api::switchFaultOn),
                        new Endpoint(Method.DELETE, "/admin/faults", request -> api.switchFaultsOff()),
                        new Endpoint(Method.DELETE, "/admin/faults/{id}", api::switchFaultOff),
                        new Endpoint(Method.GET, "/admin/clock", request -> api.time()),
                        new Endpoint(Method.POST, "/admin/clock", api::moveClock),
                        new Endpoint(Method.GET, "/admin/transcript", transcript::search),
                        new Endpoint(Method.GET, "/admin/transcript/{id}", transcript::find),
                        new Endpoint(Method.GET, "/admin/rounds", api::rounds),
                        new Endpoint(Method.GET, "/admin/rounds/{id}", request -> api.describe(api.round(request))),
                        new Endpoint(Method.POST, "/admin/rounds/{id}/close", api::closeRound),
                        new Endpoint(Method.POST, "/admin/trigger", trigger::trigger),
                        // Otherwise the console's page for unknown addresses would answer.
                        new Endpoint(Method.GET, "/admin/{+path}", request -> {
                            throw new NoSuchElementException("There is nothing at this path.");
                        }))
                .forEach(each -> routes.route(each.method, each.path, AdminRoute.of(each.route)));
    }

    private JsonNode operators() {
        return AdminJson.listOf(
                "operators", operators.all(), (array, operator) -> array.add(OperatorForm.of(operator)));
    }

    /** Changes only the settings that the body names. */
    private JsonNode changeOperator(ServerRequest request) {
        var id = operator(request);
        var body = AdminBody.of(request, OperatorForm.NAMES);
        return OperatorForm.of(operators.change(id, operator -> OperatorForm.apply(operator, body.fields())));
    }

    private JsonNode switchGame(ServerRequest request) {
        var operator = operator(request);
        var slug = AdminRoute.path(request, "slug");
        if (catalogue.find(operator, slug).isEmpty()) {
            throw new NoSuchElementException("There is no game '" + slug + "'.");
        }
        var available = AdminBody.of(request, Set.of("available")).fields().path("available");
        if (!available.isBoolean()) {
            throw new IllegalArgumentException("'available' must be true or false.");
        }
        catalogue.makeAvailable(operator, slug, available.asBoolean());
        return AdminJson.object().put("slug", slug).put("available", available.asBoolean());
    }

    private String operator(ServerRequest request) {
        var id = AdminRoute.path(request, "id");
        return operators
                .find(id)
                .orElseThrow(() -> new NoSuchElementException("There is no operator '" + id + "'."))
                .id();
    }

    private JsonNode faults() {
        return AdminJson.listOf("faults", wallets.faults().all(), (array, fault) -> array.add(AdminJson.fault(fault)));
    }

    private JsonNode switchFaultOn(ServerRequest request) {
        var body = AdminBody.of(request, FAULT);
        var operator = body.text("operator");
        if (operator != null) {
            operators.get(operator);
        }
        var callback = body.text("callback");
        var times = body.integer("times", Fault.UNTIL_SWITCHED_OFF);
        if (times < 1 && body.text("times") != null) {
            throw new IllegalArgumentException("'times' must be at least 1, not " + times
                    + ". Leave it out to apply the fault until it is switched off.");
        }
        return AdminJson.fault(wallets.faults()
                .switchOn(
                        ConstantNames.parse(FaultKind.class, "kind", body.required("kind")),
                        operator,
                        callback == null ? null : ConstantNames.parse(CallbackKind.class, "callback", callback),
                        body.text("player"),
                        times,
                        body.span("time")));
    }

    private JsonNode switchFaultsOff() {
        wallets.faults().switchOffAll();
        return faults();
    }

    private JsonNode switchFaultOff(ServerRequest request) {
        var id = AdminRoute.path(request, "id");
        if (!id.matches("\\d{1,18}") || !wallets.faults().switchOff(Long.parseLong(id))) {
            throw new NoSuchElementException("There is no fault '" + id + "'.");
        }
        return faults();
    }

    /** Returns the simulator's clock, which makes three days of retries pass in a second (DEL-1). */
    private JsonNode time() {
        var systemTime = clock.systemClock().instant();
        return AdminJson.object()
                .put("now", AdminJson.time(systemTime.plus(clock.ahead())))
                .put("systemTime", AdminJson.time(systemTime))
                .put("ahead", clock.ahead().toString());
    }

    private JsonNode moveClock(ServerRequest request) {
        clock.forward(Durations.parse(AdminBody.of(request, Set.of("by")).required("by")));
        return time();
    }

    /** Returns the newest rounds, by state and player, and the number of rounds in each state. */
    private JsonNode rounds(ServerRequest request) {
        var limit = Math.clamp(AdminRoute.number(request, "limit", DEFAULT_ROUNDS), 1, MAX_ROUNDS);
        var state = AdminRoute.text(request, "state");
        var rounds = wallets.queries()
                .newest(
                        AdminRoute.text(request, "player"),
                        state == null ? null : ConstantNames.parse(RoundState.class, "state", state),
                        limit);
        var json = AdminJson.listOf("rounds", rounds, (array, round) -> array.add(AdminJson.round(round)));
        var counts = json.putObject("counts");
        wallets.store().counts().forEach((each, number) -> counts.put(each.name(), number));
        return json;
    }

    /** Closes a round in manual review, with a note (DEL-1). */
    private JsonNode closeRound(ServerRequest request) {
        var round = round(request);
        var note = AdminBody.of(request, Set.of("note")).required("note");
        wallets.deliveries().reconciliation().close(round.id(), note);
        return describe(round(request));
    }

    private GameRound round(ServerRequest request) {
        var id = AdminRoute.path(request, "id");
        return wallets.store()
                .find(id)
                .orElseThrow(() -> new NoSuchElementException("There is no round '" + id + "'."));
    }

    private JsonNode describe(GameRound round) {
        var json = AdminJson.round(round);
        var history = json.putArray("history");
        wallets.store().history(round.id()).forEach(attempt -> history.add(AdminJson.attempt(attempt)));
        return json;
    }
}
