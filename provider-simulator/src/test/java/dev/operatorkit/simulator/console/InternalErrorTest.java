package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.admin.AdminApi;
import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.admin.HttpServer;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the pages and the admin API of a simulator whose database is gone. */
class InternalErrorTest {
    private final AdminGate gate = AdminGate.ofThisMachine();

    @AutoClose
    private HttpServer server;

    @BeforeEach
    void start() {
        var settings = SimulatorSettings.local(Operator.of("demo", SecretKeys.of("a-secret-for-tests"), null));
        try (var simulator = Simulator.start(settings)) {
            var routes = new Routes(gate);
            AdminApi.routing(
                    routes,
                    simulator.operators(),
                    simulator.catalogue(),
                    simulator.bonusCodes(),
                    simulator.callbackEngine(),
                    simulator.clock());
            simulator.console().routing(routes);
            server = HttpServer.start("127.0.0.1", 0, "--port", Clock.systemUTC(), routes);
        }
    }

    @Test
    void a_page_that_cannot_be_rendered_is_replaced_by_an_error_page() throws Exception {
        var answer = get("/rounds");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
        assertThat(answer.body())
                .contains("Something went wrong", "Internal error.", "See the simulator log.")
                .doesNotContain("Exception", "jdbc");
    }

    @Test
    void the_admin_api_reports_an_internal_error_in_json() throws Exception {
        var answer = get("/admin/rounds");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).isEqualTo("{\"message\":\"internal error\"}");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return ConsoleClient.send(
                HttpRequest.newBuilder(URI.create(server.address() + path)).header("X-Simulator-Token", gate.token()));
    }
}
