package dev.operatorkit.http.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.operatorkit.raw.RawClient;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what {@link RequestGrammarTest} has no rule for: bodies that no route reads, HEAD, endless lines,
 * and HTTP/1.0, which proxies and health checks speak (fault matrix H1, H5, H7, H10).
 */
class MalformedRequestsTest {
    private static final Duration NO_DEADLINE = Duration.ofMinutes(1);
    private static final String LONG = "a".repeat(100_000);
    private static final String NEXT = "GET /next HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String LAST = "GET /next HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
    private static final String OLD = "GET /next HTTP/1.0\r\nHost: h\r\n\r\n";
    private static final String CHUNKED = "Transfer-Encoding: chunked";

    private final Queue<String> served = new ConcurrentLinkedQueue<>();

    @AutoClose
    private GuardedServer server;

    @BeforeEach
    void start() {
        var options = new GuardedServer.Options("127.0.0.1", 0)
                .maxBodyBytes(100_000)
                .maxConcurrentRequests(100)
                .requestTimeout(NO_DEADLINE)
                .idleTimeout(NO_DEADLINE);
        server = GuardedServer.start(options, this::routes);
    }

    private void routes(HttpRouting.Builder routes) {
        routes.any("/stream", MalformedRequestsTest::stream);
        routes.any("/unread", (request, response) -> response.send("unread"));
        routes.any("/*", (request, response) -> {
            var body = request.content().hasEntity() ? request.content().as(byte[].class) : new byte[0];
            served.add(request.prologue().uriPath().rawPath() + " " + body.length);
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

    @ParameterizedTest
    @ValueSource(
            strings = {"100000000\r\n\r\n0\r\n\r\n", "0x0\r\n\r\n", "1\r\naXX0\r\n\r\n", "0\r\nX-Trailer: a\r\n\r\n"})
    void h1_no_request_after_malformed_chunks_that_no_route_reads_is_served(String chunks) throws IOException {
        try (var caller = RawClient.withSmallBuffer(server.port())) {
            caller.send("POST /unread HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + NEXT);
            // The route may have sent its own response, the last one, before.
            assertThat(caller.statuses()).hasSize(1).isSubsetOf(200, 400);
        }
        assertThat(served).isEmpty();
    }

    @Test
    void h7_a_response_to_head_has_no_body_even_if_the_route_sends_one() throws IOException {
        try (var caller = RawClient.withSmallBuffer(server.port())) {
            caller.send("HEAD /next HTTP/1.1\r\nHost: h\r\n\r\n".repeat(2)
                    + "POST /read HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nbody");
            var responses = caller.readUntilClosed();
            assertThat(responses)
                    .containsOnlyOnce("done")
                    .endsWith("\r\n\r\ndone")
                    .containsOnlyOnce("HTTP/1.1 100 ");
            assertThat(responses.split("(?i)\r\nContent-Length: 4\r\n", -1)).hasSize(4);
        }
        assertThat(served).containsExactly("/next 0", "/next 0", "/read 4");
    }

    /** Returns what is sent on one connection, the statuses of the responses, and the requests that reach a route. */
    static Stream<Arguments> sequences() {
        var old = "POST /read HTTP/1.0\r\nHost: h\r\n";
        var length = "Content-Length: " + NEXT.length() + "\r\n\r\n";
        return Stream.of(
                arguments(
                        "POST /read HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + "00003\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n" + LAST,
                        List.of(200, 200),
                        List.of("/read 13", "/next 0")),
                arguments(LAST.replace(" /next", " http://H/next"), List.of(200), List.of("http://H/next 0")),
                arguments(NEXT + OLD + NEXT, List.of(200, 200), List.of("/next 0", "/next 0")),
                arguments("POST /unread HTTP/1.0\r\nHost: h\r\n" + length + NEXT, List.of(200), List.of()),
                arguments(old + CHUNKED + "\r\n\r\n0\r\n\r\n" + NEXT, List.of(400), List.of()),
                arguments(old + CHUNKED + "\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + NEXT, List.of(400), List.of()),
                arguments(old + "Host: h\r\n\r\n" + NEXT, List.of(400), List.of()));
    }

    @ParameterizedTest
    @MethodSource("sequences")
    void h1_h10_each_request_ends_where_it_says_and_none_follows_the_last(
            String sent, List<Integer> statuses, List<String> routed) throws IOException {
        try (var caller = RawClient.withSmallBuffer(server.port())) {
            caller.send(sent);
            assertThat(caller.statuses()).isEqualTo(statuses);
        }
        assertThat(served).containsExactlyElementsOf(routed);
    }

    @ParameterizedTest
    @CsvSource({"400,1;", "400,1", "414,GET /", "431,GET / HTTP/1.1\\r\\nX: "})
    void h5_endless_lines_are_rejected_early(int status, String beginning) throws IOException {
        var head = "POST /read HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
        try (var caller = RawClient.withSmallBuffer(server.port())) {
            caller.send((status == 400 ? head : "") + beginning.replace("\\r\\n", "\r\n"));
            for (var i = 0; i < 100; i++) {
                caller.sendWhileOpen("a".repeat(1024));
            }
            assertThat(caller.statuses()).containsExactly(status);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /unread HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: LENGTH\r\n\r\n",
                "OPTIONS /unread HTTP/1.1\r\nHost: h\r\nContent-Length: LENGTH\r\nExpect: 100-continue\r\n\r\n",
                "GET /unread HTTP/1.1\r\nHost: h\r\nexpect: 100-Continue\r\nContent-Length: LENGTH\r\n\r\n",
                "POST /unread HTTP/1.1\r\nHost: h\r\nContent-Length: LENGTH\r\n\r\n"
            })
    void h1_a_body_that_no_route_read_is_never_parsed_as_the_next_request(String head) throws IOException {
        var framed = head.replace("LENGTH", String.valueOf(NEXT.length()));
        try (var together = RawClient.withSmallBuffer(server.port())) {
            together.send(framed + NEXT + "GET /unread HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
            assertThat(together.statuses()).hasSizeBetween(1, 2);
        }
        try (var apart = RawClient.withSmallBuffer(server.port())) {
            apart.send(framed);
            apart.read("HTTP/1.1 200".length());
            apart.sendWhileOpen(NEXT);
            assertThat(apart.statuses()).isEmpty();
        }
        assertThat(served).doesNotContain("/next 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n"})
    void h10_a_request_of_http_1_0_is_served_and_nothing_after_it(String header) throws IOException {
        try (var caller = RawClient.withSmallBuffer(server.port())) {
            caller.send(
                    "POST /read?HTTP/1.0 HTTP/1.0\r\nHost: h\r\nContent-Length: 4\r\n" + header + "\r\nbody" + NEXT);
            assertThat(caller.readUntilClosed())
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("\r\nConnection: close\r\n")
                    .endsWith("\r\n\r\ndone")
                    .containsOnlyOnce("HTTP/1.1 ");
        }
        assertThat(served).containsExactly("/read 4");
    }

    @Test
    void h10_a_request_of_http_1_0_that_arrives_byte_by_byte_is_served() throws IOException {
        try (var caller = RawClient.withSmallBuffer(server.port())) {
            for (var part : OLD.split("")) {
                caller.send(part);
            }
            assertThat(caller.statuses()).containsExactly(200);
        }
    }

    @Test
    void h10_a_streamed_response_to_http_1_0_has_no_chunks() throws IOException {
        try (var caller = RawClient.withSmallBuffer(server.port())) {
            caller.send("GET /stream HTTP/1.0\r\nHost: h\r\n\r\n" + NEXT);
            var response = caller.readUntilClosed();
            assertThat(response).startsWith("HTTP/1.1 200 ").doesNotContainIgnoringCase("transfer-encoding");
            assertThat(response.substring(response.indexOf("\r\n\r\n") + 4)).isEqualTo("one two " + LONG);
        }
    }
}
