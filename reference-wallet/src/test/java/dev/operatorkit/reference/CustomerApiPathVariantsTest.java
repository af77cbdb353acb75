package dev.operatorkit.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.http.ExactRoutes.Route;
import dev.operatorkit.reference.openapi.OpenApiDocument;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests every call of the simulator's Customer API with variants of its path, each signed as it is sent (D-40). */
class CustomerApiPathVariantsTest {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    private static final int MIN_VARIANTS = 20;

    private final Simulator simulator = Simulator.start(SimulatorSettings.local(Operator.of("demo", KEYS, null)));
    private List<Route> calls = List.of();

    @BeforeEach
    void read() throws IOException {
        calls = OpenApiDocument.routes("customer-api.yaml").stream()
                .map(route -> new Route(
                        route.method(),
                        route.path().replace("{gameSlug}", "cherry-rush").replace("{code}", "spring")))
                .toList();
        assertThat(calls).hasSize(6).noneMatch(call -> call.path().contains("{"));
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    @Test
    void a_spelling_of_a_call_gives_what_its_plain_path_gives_or_nothing() throws IOException {
        for (var call : calls) {
            var plain = status(call, call.path());
            assertThat(plain).as(call.toString()).isIn(200, 400, 404);
            var variants = PathVariants.of(call.path(), "/api/v1/games");
            assertThat(variants).hasSizeGreaterThanOrEqualTo(MIN_VARIANTS);
            for (var variant : variants) {
                assertThat(status(call, variant)).as(call + " as " + variant).isIn(plain, 400, 401, 403, 404, 405);
            }
        }
    }

    private int status(Route call, String path) throws IOException {
        var body = call.method().equals("POST") ? "{}" : "";
        var query = call.method().equals("GET") ? "ipAddress=203.0.113.7&freeToPlay=true" : "";
        var now = String.valueOf(Clock.systemUTC().millis());
        var signed = (query.isEmpty() ? body : query).getBytes(UTF_8);
        var target = query.isEmpty() ? path : path + "?" + query;
        try (var caller = new RawCaller(simulator.address().toString())) {
            caller.send(call.method() + " " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nX-Operator: demo\r\nX-Svc-Timestamp: " + now
                    + "\r\nX-Svc-Signature: " + new Signer(KEYS).sign(path, now, signed)
                    + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            var answer = caller.readUntilClosed();
            assertThat(answer).startsWith("HTTP/1.1 ");
            return Integer.parseInt(answer.substring(9, 12));
        }
    }
}
