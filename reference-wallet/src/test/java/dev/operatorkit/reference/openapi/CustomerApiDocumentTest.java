package dev.operatorkit.reference.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.SimulatorSettings;
import dev.operatorkit.simulator.fault.FaultKind;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code customer-api.yaml} against the simulator over HTTP. */
class CustomerApiDocumentTest {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    private static final SecretKeys OTHERS = SecretKeys.of("another-secret-for-tests");
    private static final String GAMES = "/api/v1/games";
    private static final String CAMPAIGNS = "/api/v1/free-rounds/campaigns";
    private static final String DEMO = "ipAddress=203.0.113.7&freeToPlay=true&lang=en";
    private static final String CAMPAIGN = """
        {"campaignCode":"spring","campaignName":"Spring","amount":0.50,"currencyCode":"EUR","startDate":"2026-01-01T00:00:00.000Z",
        "endDate":"2099-12-31T23:59:59.000Z","gameSlugs":["cherry-rush"],"maxRounds":10}\
        """;
    private static final String CODE = """
        {"campaignCode":"spring","userId":"player","currencyCode":"EUR","bonusCode":"code"}\
        """;

    /** One of each operation, each of which is answered 200 in this order. */
    private static final List<Call> CALLS = List.of(
            new Call("GET", GAMES, "", ""),
            new Call("GET", GAMES + "/cherry-rush", DEMO, ""),
            new Call("POST", CAMPAIGNS, "", CAMPAIGN),
            new Call("POST", CAMPAIGNS + "/codes", "", CODE),
            new Call("POST", CAMPAIGNS + "/search", "", "{\"page\":1,\"perPage\":20}"),
            new Call("DELETE", CAMPAIGNS + "/spring", "", ""));

    private static Document document;

    private final HttpClient client = HttpClient.newHttpClient();
    private Simulator simulator;

    /** A request before it is signed. */
    private record Call(String method, String path, String query, String body) {}

    @BeforeAll
    static void read() throws IOException {
        document = Document.of("customer-api.yaml");
    }

    @BeforeEach
    void start() {
        simulator = Simulator.start(SimulatorSettings.local(Operator.of("demo", KEYS, null)));
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    @AfterAll
    static void nothing_is_promised_that_was_not_seen() {
        assertThat(document.unseen()).isEmpty();
    }

    @Test
    void what_succeeds_looks_as_promised() throws Exception {
        for (var call : CALLS) {
            answers(200, call);
        }
        answers(200, new Call("POST", CAMPAIGNS + "/search", "", "{\"page\":9}"));
        var etag = answers(200, CALLS.get(0)).headers().firstValue("ETag").orElseThrow();
        answers(304, CALLS.get(0), KEYS, "If-None-Match", etag);
    }

    @Test
    void what_is_not_signed_right_looks_as_promised() throws Exception {
        for (var call : CALLS) {
            answers(401, call, OTHERS);
        }
    }

    @Test
    void what_is_refused_looks_as_promised() throws Exception {
        answers(400, new Call("GET", GAMES + "/cherry-rush", "", ""));
        answers(404, new Call("GET", GAMES + "/no-such-game", DEMO, ""));
        for (var path : List.of("", "/codes", "/search")) {
            answers(400, new Call("POST", CAMPAIGNS + path, "", "{"));
            answers(413, new Call("POST", CAMPAIGNS + path, "", " ".repeat(1024 * 1024) + "{}"));
        }
        answers(404, CALLS.get(3));
        answers(404, CALLS.get(5));
        answers(400, new Call("DELETE", CAMPAIGNS + "/" + "x".repeat(256), "", ""));
    }

    @Test
    void past_the_rate_every_answer_looks_as_promised() throws Exception {
        simulator
                .operators()
                .change("demo", operator -> operator.withSettings(OperatorSettings.DEFAULT.withRequestsPerMinute(1)));
        send(CALLS.get(0), KEYS);
        for (var call : CALLS) {
            // The minute may have turned.
            if (send(call, KEYS).statusCode() != 429) {
                send(call, KEYS);
            }
            answers(429, call);
        }
    }

    @Test
    void trouble_of_the_service_looks_as_promised() throws Exception {
        for (var call : CALLS) {
            simulator.walletSide().faults().switchOn(FaultKind.API_ERROR, "demo", null, null, 1, Duration.ZERO);
            answers(500, call);
        }
        simulator.walletSide().faults().switchOn(FaultKind.API_NOT_MODIFIED, "demo", null, null, 1, Duration.ZERO);
        answers(304, CALLS.get(1));
    }

    private HttpResponse<String> answers(int status, Call call) throws Exception {
        return answers(status, call, KEYS);
    }

    private HttpResponse<String> answers(int status, Call call, SecretKeys keys, String... headers) throws Exception {
        var answer = send(call, keys, headers);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        document.check(answer.request(), call.path(), call.body(), answer);
        return answer;
    }

    private HttpResponse<String> send(Call call, SecretKeys keys, String... headers) throws Exception {
        var time = Long.toString(Clock.systemUTC().millis());
        var body = call.body().getBytes(StandardCharsets.UTF_8);
        var signed = SignedData.of(call.query().isEmpty() ? null : call.query(), body);
        var query = call.query().isEmpty() ? "" : "?" + call.query();
        var request = HttpRequest.newBuilder(URI.create(simulator.address() + call.path() + query))
                .method(call.method(), BodyPublishers.ofByteArray(body))
                .header("X-Operator", "demo")
                .header("X-Svc-Timestamp", time)
                .header("X-Svc-Signature", new Signer(keys).sign(call.path(), time, signed));
        if (body.length > 0) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
