package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.Faults;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.ConstantNames;
import dev.operatorkit.simulator.operator.Operators;
import io.helidon.webserver.http.ServerRequest;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Switches faults on and off and lists them. */
final class FaultRoutes {
    private static final Set<String> NAMES = Set.of("kind", "operator", "callback", "player", "times", "time");

    private final Faults faults;
    private final Operators operators;

    FaultRoutes(Faults faults, Operators operators) {
        this.faults = faults;
        this.operators = operators;
    }

    void routing(Routes routes) {
        routes.get("/admin/faults", AdminRoute.of(request -> all()))
                .post("/admin/faults", AdminRoute.of(this::switchOn))
                .delete("/admin/faults", AdminRoute.of(request -> {
                    faults.switchOffAll();
                    return all();
                }))
                .delete("/admin/faults/{id}", AdminRoute.of(this::switchOff));
    }

    private JsonNode all() {
        return AdminJson.listOf("faults", faults.all(), (array, fault) -> array.add(AdminJson.fault(fault)));
    }

    private JsonNode switchOn(ServerRequest request) {
        var body = AdminBody.of(request, NAMES);
        var operator = body.text("operator");
        if (operator != null) {
            operators.get(operator);
        }
        var times = body.fields().path("times");
        return AdminJson.fault(faults.switchOn(
                ConstantNames.parse(FaultKind.class, "kind", body.required("kind")),
                operator,
                callback(body.text("callback")),
                body.text("player"),
                times.isMissingNode() || times.isNull() ? Fault.UNTIL_SWITCHED_OFF : positive(body.integer("times", 1)),
                body.span("time")));
    }

    private static int positive(int times) {
        if (times < 1) {
            throw new IllegalArgumentException("'times' must be at least 1, not " + times
                    + ". Leave it out to apply the fault until it is switched off.");
        }
        return times;
    }

    private static @Nullable CallbackKind callback(@Nullable String name) {
        return name == null ? null : ConstantNames.parse(CallbackKind.class, "callback", name);
    }

    private JsonNode switchOff(ServerRequest request) {
        var id = AdminRoute.path(request, "id");
        if (!id.matches("\\d{1,18}") || !faults.switchOff(Long.parseLong(id))) {
            throw new NoSuchElementException("There is no fault '" + id + "'.");
        }
        return all();
    }
}
