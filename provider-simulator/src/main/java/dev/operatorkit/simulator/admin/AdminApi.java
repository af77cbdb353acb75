package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.json.Json;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.operator.Allowlist;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorSettings.DisabledCampaigns;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.wallet.WalletAddress;
import dev.operatorkit.wire.ErrorMessage;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Locale;

/** What tools may see and change of operators and their catalogues, behind {@link AdminGate}. */
public final class AdminApi {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Operators operators;
    private final Catalogue catalogue;

    /** The admin API of those operators. */
    public AdminApi(Operators operators, Catalogue catalogue) {
        this.operators = operators;
        this.catalogue = catalogue;
    }

    /** Answers below {@code /admin}. */
    public void routing(HttpRouting.Builder routing) {
        routing.get("/admin/health", (request, response) -> response.send("ok"))
                .get("/admin/operators", guarded(this::list))
                .put("/admin/operators/{id}", guarded(this::change))
                .put("/admin/operators/{id}/games/{slug}", guarded(this::switchGame));
    }

    private interface Action {
        JsonNode act(ServerRequest request) throws IOException;
    }

    private static Handler guarded(Action action) {
        return (request, response) -> {
            try {
                send(response, 200, JSON.writeValueAsBytes(action.act(request)));
            } catch (IllegalArgumentException | IOException e) {
                send(response, 400, Json.write(new ErrorMessage(String.valueOf(e.getMessage()))));
            }
        };
    }

    private static void send(ServerResponse response, int status, byte[] body) {
        response.status(Status.create(status))
                .header(HeaderNames.CONTENT_TYPE, "application/json")
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .send(body);
    }

    private JsonNode list(ServerRequest request) {
        var list = JSON.createArrayNode();
        operators.all().forEach(operator -> list.add(json(operator)));
        return list;
    }

    private static ObjectNode json(Operator operator) {
        var settings = operator.settings();
        var json = JSON.createObjectNode()
                .put("id", operator.id())
                .put(
                        "wallet",
                        operator.wallet() == null ? null : operator.wallet().toString())
                .put("disabledCampaigns", settings.disabledCampaigns().name().toLowerCase(Locale.ROOT))
                .put("requestsPerMinute", settings.requestsPerMinute());
        var sources = json.putArray("allowSource");
        operator.allowlist().ranges().forEach(range -> sources.add(range.toString()));
        return json;
    }

    /** Changes what the body names, and nothing else. */
    private JsonNode change(ServerRequest request) throws IOException {
        var body = JSON.readTree(request.content().as(byte[].class));
        var id = request.path().pathParameters().get("id");
        return json(operators.change(id, operator -> changed(operator, body)));
    }

    private static Operator changed(Operator operator, JsonNode body) {
        var result = operator;
        if (body.has("wallet")) {
            var wallet = body.get("wallet");
            result = result.withWallet(wallet.isNull() ? null : WalletAddress.parse(wallet.asText()));
        }
        if (body.has("allowSource")) {
            var ranges = new ArrayList<String>();
            body.get("allowSource").forEach(range -> ranges.add(range.asText()));
            result = result.withAllowlist(Allowlist.of(ranges));
        }
        if (body.has("disabledCampaigns")) {
            var reading = body.get("disabledCampaigns").asText().toUpperCase(Locale.ROOT);
            result = result.withSettings(result.settings().withDisabledCampaigns(DisabledCampaigns.valueOf(reading)));
        }
        if (body.has("requestsPerMinute")) {
            var limit = body.get("requestsPerMinute");
            if (!limit.isInt()) {
                throw new IllegalArgumentException("requestsPerMinute must be a whole number");
            }
            result = result.withSettings(result.settings().withRequestsPerMinute(limit.intValue()));
        }
        return result;
    }

    private JsonNode switchGame(ServerRequest request) throws IOException {
        var parameters = request.path().pathParameters();
        var operator = operators.get(parameters.get("id"));
        var available = JSON.readTree(request.content().as(byte[].class)).path("available");
        if (!available.isBoolean()) {
            throw new IllegalArgumentException("available must be true or false");
        }
        catalogue.makeAvailable(operator.id(), parameters.get("slug"), available.asBoolean());
        return JSON.createObjectNode().put("available", available.asBoolean());
    }
}
