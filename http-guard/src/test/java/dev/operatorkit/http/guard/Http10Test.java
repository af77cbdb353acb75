package dev.operatorkit.http.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that HTTP/1.0, which proxies and health checks speak, is served, and that its connection ends (fault matrix H10). */
class Http10Test {
    private static final String NEXT = "GET /next HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String LONG = "a".repeat(100_000);

    private final Queue<String> served = new ConcurrentLinkedQueue<>();
    private GuardedServer server;

    @BeforeEach
    void start() {
        var options = new GuardedServer.Options("127.0.0.1", 0)
                .maxBodyBytes(100_000)
                .maxConcurrentRequests(100)
                .requestTimeout(Duration.ofMinutes(1))
                .idleTimeout(Duration.ofMinutes(1));
        server = GuardedServer.start(options, this::routes);
    }

    private void routes(HttpRouting.Builder routes) {
        routes.any("/stream", Http10Test::stream);
        routes.any("/unread", (request, response) -> response.send("unread"));
        routes.any("/*", (request, response) -> {
            var body = request.content().hasEntity() ? request.content().as(byte[].class) : new byte[0];
            served.add(request.prologue().query().rawValue() + " " + new String(body, ISO_8859_1));
            response.send("done");
        });
    }

    private static void stream(ServerRequest request, ServerResponse response) throws IOException {
        try (var out = response.outputStream()) {
            for (var part : new String[] {"one ", "two ", LONG}) {
                out.write(part.getBytes(ISO_8859_1));
                out.flush();
            }
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n"})
    void h10_a_request_of_http_1_0_is_served_and_nothing_after_it(String header) throws IOException {
        try (var caller = new RawSocket(server)) {
            caller.send(
                    "POST /read?HTTP/1.0 HTTP/1.0\r\nHost: h\r\nContent-Length: 4\r\n" + header + "\r\nbody" + NEXT);
            assertThat(caller.readAll())
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("\r\nConnection: close\r\n")
                    .endsWith("\r\n\r\ndone")
                    .containsOnlyOnce("HTTP/1.1 ");
        }
        assertThat(served).containsExactly("HTTP/1.0 body");
    }

    @Test
    void h10_a_request_of_http_1_0_that_arrives_byte_by_byte_is_served() throws IOException {
        try (var caller = new RawSocket(server)) {
            for (var part : "GET /next HTTP/1.0\r\nHost: h\r\n\r\n".split("")) {
                caller.send(part);
            }
            assertThat(caller.statuses()).containsExactly(200);
        }
    }

    @Test
    void h10_a_request_of_http_1_0_after_one_of_http_1_1_is_served() throws IOException {
        try (var caller = new RawSocket(server)) {
            caller.send(NEXT + "GET /next HTTP/1.0\r\nHost: h\r\n\r\n" + NEXT);
            assertThat(caller.statuses()).containsExactly(200, 200);
        }
    }

    @Test
    void h10_a_streamed_response_to_http_1_0_has_no_chunks() throws IOException {
        try (var caller = new RawSocket(server)) {
            caller.send("GET /stream HTTP/1.0\r\nHost: h\r\n\r\n" + NEXT);
            var response = caller.readAll();
            assertThat(response).startsWith("HTTP/1.1 200 ").doesNotContainIgnoringCase("transfer-encoding");
            assertThat(response.substring(response.indexOf("\r\n\r\n") + 4)).isEqualTo("one two " + LONG);
        }
    }

    @Test
    void h10_a_body_that_no_route_read_is_never_parsed_as_the_next_request() throws IOException {
        try (var caller = new RawSocket(server)) {
            caller.send("POST /unread HTTP/1.0\r\nHost: h\r\nContent-Length: " + NEXT.length() + "\r\n\r\n" + NEXT);
            assertThat(caller.statuses()).containsExactly(200);
        }
        assertThat(served).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5", "Host: h"})
    void h10_chunks_and_a_second_host_in_http_1_0_get_400(String header) throws IOException {
        try (var caller = new RawSocket(server)) {
            caller.send("POST /read HTTP/1.0\r\nHost: h\r\n" + header + "\r\n\r\n0\r\n\r\n" + NEXT);
            assertThat(caller.statuses()).containsExactly(400);
        }
        assertThat(served).isEmpty();
    }
}
