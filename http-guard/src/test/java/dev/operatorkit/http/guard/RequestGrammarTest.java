package dev.operatorkit.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.raw.RawClient;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends requests that {@code malformed-requests.txt} makes malformed, each with a request after it that would be served if it was read
 * (fault matrix H1). With {@code -Dtests.long} some hundred thousand; {@code -Dtests.seed=N} repeats a run.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestGrammarTest {
    private static final int REPEATS = Boolean.getBoolean("tests.long") ? 1000 : 2;
    private static final String FIRST = "GET /first HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String NEXT = "GET /next HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
    private static final Pattern RESPONSE = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
    private static final long SEED = Long.getLong("tests.seed", System.nanoTime());

    private final Queue<String> served = new ConcurrentLinkedQueue<>();
    private GuardedServer server;

    @BeforeAll
    void start() {
        var options = new GuardedServer.Options("127.0.0.1", 0)
                .maxBodyBytes(100_000)
                .maxConcurrentRequests(100)
                .requestTimeout(Duration.ofMinutes(1))
                .idleTimeout(Duration.ofMinutes(1));
        server = GuardedServer.start(options, this::routes);
    }

    private void routes(HttpRouting.Builder routes) {
        routes.any("/*", (request, response) -> {
            var body = request.content().hasEntity() ? request.content().as(byte[].class) : new byte[0];
            served.add(request.prologue().uriPath().rawPath() + " " + body.length);
            response.send("done");
        });
    }

    @AfterAll
    void stop() {
        server.close();
    }

    static List<MalformedRequest> rules() throws IOException {
        return MalformedRequest.all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void h1_a_malformed_request_gets_the_status_that_says_so_and_no_request_after_it_is_served(MalformedRequest rule)
            throws IOException {
        var random = new SplittableRandom(SEED);
        for (var i = 0; i < REPEATS; i++) {
            for (var form : rule.forms()) {
                send(rule, rule.make(form, random), random);
            }
        }
    }

    private void send(MalformedRequest rule, String request, SplittableRandom random) throws IOException {
        served.clear();
        var isSecond = random.nextInt(4) == 0;
        var sent = (isSecond ? FIRST : "") + request + (rule.isCut() ? "" : NEXT);
        var what = "-Dtests.seed=" + SEED + ", " + rule.name() + ": " + shown(request);
        // Another source each time: what one source may send that is refused is limited.
        var source = "127." + random.nextInt(1, 255) + "." + random.nextInt(255) + "." + random.nextInt(1, 255);
        try (var caller = RawClient.withSmallBuffer(server.port(), source)) {
            var cut = random.nextBoolean() ? random.nextInt(sent.length()) : sent.length();
            caller.sendWhileOpen(sent.substring(0, cut));
            caller.sendWhileOpen(sent.substring(cut));
            if (rule.isCut()) {
                caller.endOutput();
            }
            var received = caller.readUntilClosed();
            var statuses = RESPONSE.matcher(received)
                    .results()
                    .map(found -> Integer.valueOf(found.group(1)))
                    .toList();
            if (isSecond) {
                assertThat(statuses).as(what).first().isEqualTo(200);
                statuses = statuses.subList(1, statuses.size());
            }
            assertThat(statuses).as(what).hasSameSizeAs(rule.statuses());
            for (var i = 0; i < statuses.size(); i++) {
                assertThat(rule.statuses().get(i)).as(what).contains(statuses.get(i));
            }
            assertThat(received).as(what).contains("Connection: close").contains("{\"message\":\"");
        }
        assertThat(served).as(what).doesNotContain("/next 0");
    }

    @Test
    void the_request_that_follows_would_be_served() throws IOException {
        served.clear();
        try (var caller = RawClient.withSmallBuffer(server.port())) {
            caller.send(FIRST + NEXT);
            assertThat(caller.statuses()).containsExactly(200, 200);
        }
        assertThat(served).containsExactly("/first 0", "/next 0");
    }

    private static String shown(String request) {
        var text = request.length() > 1500 ? request.substring(0, 1500) + "..." : request;
        return text.replace("\r", "\\r").replaceAll("[^ -~\n]", "?");
    }
}
