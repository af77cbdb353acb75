package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.OperatorForm;
import dev.operatorkit.simulator.operator.Operators;
import io.helidon.webserver.http.ServerRequest;
import java.util.NoSuchElementException;
import java.util.Set;

/** Serves the operators, their settings and their games. */
final class OperatorRoutes {
    private final Operators operators;
    private final Catalogue catalogue;

    OperatorRoutes(Operators operators, Catalogue catalogue) {
        this.operators = operators;
        this.catalogue = catalogue;
    }

    void routing(Routes routes) {
        routes.get("/admin/operators", AdminRoute.of(request -> all()))
                .put("/admin/operators/{id}", AdminRoute.of(this::change))
                .put("/admin/operators/{id}/games/{slug}", AdminRoute.of(this::switchGame));
    }

    private JsonNode all() {
        return AdminJson.listOf(
                "operators", operators.all(), (array, operator) -> array.add(OperatorForm.of(operator)));
    }

    /** Changes only the settings that the body names. */
    private JsonNode change(ServerRequest request) {
        var id = requireOperator(request);
        var body = AdminBody.of(request, OperatorForm.NAMES);
        return OperatorForm.of(operators.change(id, operator -> OperatorForm.apply(operator, body.fields())));
    }

    private JsonNode switchGame(ServerRequest request) {
        var operator = requireOperator(request);
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

    private String requireOperator(ServerRequest request) {
        var id = AdminRoute.path(request, "id");
        return operators
                .find(id)
                .orElseThrow(() -> new NoSuchElementException("There is no operator '" + id + "'."))
                .id();
    }
}
