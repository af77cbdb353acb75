package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.operatorkit.raw.RawClient;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.admin.AdminApi;
import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.admin.HttpServer;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Tests the pages and the admin API of a simulator whose database is gone, and routes that fail. */
@Isolated("reads the log of all")
class InternalErrorTest {
    private final AdminGate gate = AdminGate.ofThisMachine();
    private final CountDownLatch left = new CountDownLatch(1);

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
            routes.get("/checked", (request, response) -> {
                throw new IOException("a checked exception");
            });
            routes.get("/deep", (request, response) -> {
                throw new StackOverflowError();
            });
            routes.get("/late", (request, response) -> {
                var out = response.outputStream();
                out.write(new byte[100_000]);
                throw new IllegalStateException("after the response has begun");
            });
            routes.get("/endless", (request, response) -> {
                try (var out = response.outputStream()) {
                    while (true) {
                        out.write(new byte[100_000]);
                    }
                } finally {
                    left.countDown();
                }
            });
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

    /** Each place where a route fails has one stack trace in the log, however often and late it fails. */
    @ParameterizedTest
    @ValueSource(strings = {"/checked", "/deep", "/late", "/rounds", "/admin/rounds"})
    void a_failure_that_is_repeated_has_one_stack_trace(String path) throws Exception {
        var log = (Logger) LoggerFactory.getLogger("ROOT");
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        log.addAppender(lines);
        try {
            for (var i = 0; i < 4; i++) {
                try {
                    assertThat(get(path).statusCode()).isEqualTo(500);
                } catch (IOException e) {
                    assertThat(path).as("the response had begun").isEqualTo("/late");
                }
            }
        } finally {
            log.detachAppender(lines);
        }
        // A page or the admin API may have failed there before, in another test.
        assertThat(lines.list.stream().filter(line -> line.getThrowableProxy() != null))
                .hasSizeBetween(path.endsWith("/rounds") ? 0 : 1, 1);
    }

    /** A caller that leaves is no failure. */
    @Test
    void a_caller_that_leaves_its_response_has_no_stack_trace() throws Exception {
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        var log = (Logger) LoggerFactory.getLogger("ROOT");
        log.addAppender(lines);
        var caller = new RawClient(server.address().toString());
        caller.send("GET /endless HTTP/1.1\r\nHost: localhost\r\nX-Simulator-Token: " + gate.token() + "\r\n\r\n");
        assertThat(caller.read(1)).isEqualTo("H");
        caller.reset();
        await().until(left::getCount, count -> count == 0);
        log.detachAppender(lines);
        assertThat(lines.list)
                .allSatisfy(line -> assertThat(line.getThrowableProxy()).isNull());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return SimulatorTest.send(
                HttpRequest.newBuilder(URI.create(server.address() + path)).header("X-Simulator-Token", gate.token()));
    }
}
