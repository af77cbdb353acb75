package dev.operatorkit.http.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.raw.RawClient;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that clients that do not read their responses are cut off and take no place from others (fault matrix H8, H12). */
class UnreadResponsesTest {
    private static final int PLACES = 8;
    private static final int CALLERS = 5 * PLACES;
    private static final Duration NO_DEADLINE = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final String GET = "GET /page HTTP/1.1\r\nHost: h\r\n\r\n";

    /** Exceeds what the buffers of two sockets hold. */
    private static final byte[] PAGE = new byte[8 * 1024 * 1024];

    private GuardedServer start(Duration request) {
        var options = new GuardedServer.Options("127.0.0.1", 0)
                .maxBodyBytes(100_000)
                .maxConcurrentRequests(PLACES)
                .requestTimeout(request)
                .idleTimeout(NO_DEADLINE);
        return GuardedServer.start(options, this::routes);
    }

    private void routes(HttpRouting.Builder routes) {
        routes.get("/page", (request, response) -> response.send(PAGE));
        routes.get("/small", (request, response) -> response.send("done"));
        routes.post("/form", (request, response) -> {
            request.content().as(byte[].class);
            response.send("done");
        });
    }

    @Test
    void h8_unread_responses_do_not_block_other_requests() throws IOException {
        try (var server = start(NO_DEADLINE)) {
            List<RawClient> unread = new ArrayList<>();
            // Fewer than the share of the heap for responses holds, so that none is cut for that.
            for (var i = 0; i < PLACES; i++) {
                unread.add(RawClient.withSmallBuffer(server.port()).send(GET));
            }
            for (var caller : unread) {
                assertThat(caller.read(1)).isEqualTo("H"); // the response has begun
            }
            assertThat(isServed(server)).isTrue();
            for (var caller : unread) {
                caller.close();
            }
        }
    }

    @Test
    void h8_clients_that_do_not_read_are_disconnected_and_their_pending_bytes_are_bounded() throws IOException {
        try (var server = start(Duration.ofMillis(500))) {
            List<RawClient> unread = new ArrayList<>();
            for (var i = 0; i < CALLERS; i++) {
                unread.add(RawClient.withSmallBuffer(server.port()).send(GET));
            }
            for (var caller : unread) {
                await().pollDelay(Duration.ZERO).atMost(LONGEST).until(caller::isClosedToSend);
                caller.close();
            }
            awaitServed(server);
        }
    }

    @Test
    void h12_incomplete_form_requests_occupy_only_their_share_of_the_slots() throws IOException {
        try (var server = start(NO_DEADLINE)) {
            List<RawClient> half = new ArrayList<>();
            for (var i = 0; i < CALLERS; i++) {
                half.add(RawClient.withSmallBuffer(server.port())
                        .send("POST /form HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\na"));
                awaitServed(server);
            }
            await().atMost(LONGEST)
                    .until(() -> half.stream().filter(RawClient::isEnded).count() == CALLERS - PLACES / 2);
            for (var caller : half) {
                caller.close();
            }
        }
    }

    /** Sends requests until one is served: on a busy machine, one may miss the deadline or find places that are still taken. */
    private static void awaitServed(GuardedServer server) {
        await().pollDelay(Duration.ZERO).atMost(LONGEST).until(() -> isServed(server));
    }

    private static boolean isServed(GuardedServer server) throws IOException {
        try (var caller = RawClient.withSmallBuffer(server.port())) {
            caller.sendWhileOpen("GET /small HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
            return caller.statuses().equals(List.of(200));
        }
    }
}
