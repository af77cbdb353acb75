package dev.operatorkit.reference.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorForm;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
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
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks {@code customer-api.yaml} against the simulator over HTTP. */
class CustomerApiDocumentTest {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    private static final SecretKeys OTHERS = SecretKeys.of("another-secret-for-tests");
    /** Stands still, so that no minute of the rate limit ends during a test. */
    private static final Clock CLOCK = Clock.fixed(Instant.now(), ZoneOffset.UTC);

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

    /** Calls of every operation, which all succeed in this order. */
    private static final List<Call> CALLS = List.of(
            new Call("GET", GAMES, "", ""),
            new Call("GET", GAMES + "/cherry-rush", DEMO, ""),
            new Call("POST", CAMPAIGNS, "", CAMPAIGN),
            new Call("POST", CAMPAIGNS + "/codes", "", CODE),
            new Call("POST", CAMPAIGNS + "/search", "", "{\"page\":1,\"perPage\":20}"),
            new Call("DELETE", CAMPAIGNS + "/spring", "", ""));

    private static final ObjectMapper JSON = new ObjectMapper();

    private static OpenApiDocument document;

    private final HttpClient client = HttpClient.newHttpClient();

    @AutoClose
    private final Simulator simulator = Simulator.start(
            SimulatorSettings.local(Operator.of("demo", KEYS, null)).clock(CLOCK));

    /** Holds a request before it is signed. */
    private record Call(String method, String path, String query, String body) {}

    @BeforeAll
    static void read() throws IOException {
        document = OpenApiDocument.of("customer-api.yaml");
    }

    @AfterAll
    static void everyResponseOfTheDocumentWasSeen() {
        // Only a malformed request gets it, which this client cannot send: see ConnectionTest of the simulator.
        assertThat(document.unseen()).isSubsetOf("GET /api/v1/games 400");
    }

    @Test
    void successful_calls_match_the_document() throws Exception {
        for (var call : CALLS) {
            answers(200, call);
        }
        answers(200, new Call("POST", CAMPAIGNS + "/search", "", "{\"page\":9}"));
        var etag = answers(200, CALLS.get(0)).headers().firstValue("ETag").orElseThrow();
        answers(304, CALLS.get(0), KEYS, "If-None-Match", etag);
        assertThat(document.documentedWithout(List.of("ETag", "Last-Modified", "Cache-Control")))
                .isEmpty(); // CAC-1
    }

    @Test
    void responses_of_every_operation_match_the_document() throws Exception {
        for (var call : CALLS) {
            // No path supports PATCH, so this response belongs to every operation of the path.
            var other = send(new Call("PATCH", call.path(), "", ""), KEYS);
            assertThat(other.statusCode()).isEqualTo(405);
            document.check(call.method(), call.path(), "", other);
            var large = new Call(call.method(), call.path(), "", " ".repeat(1024 * 1024 + 1));
            answers(413, large);
            if (call.method().equals("POST")) {
                answers(400, new Call("POST", call.path(), "", "{}"), KEYS, "Content-Encoding", "gzip");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "amount; 0.01; true",
                "amount; 0; false",
                "amount; \"1\"; false",
                "maxRounds; null; true",
                "maxRounds; 2147483647; true",
                "maxRounds; 2147483648; false",
                "maxRounds; 0; false",
                "currencyCode; \"USD\"; true",
                "currencyCode; \"FUN\"; false",
                "startDate; \"2026-01-01T00:00:00+00:00\"; true",
                "startDate; \"2026-01-01T00:00:00.123456789Z\"; true",
                "startDate; \"2026-01-01T00:00:00+01:00\"; false",
                "startDate; \"2026-02-30T00:00:00Z\"; false",
                "gameSlugs; []; false",
                "gameSlugs; [\"cherry-rush\",\"cherry-rush\"]; false"
            })
    void a_campaign_is_accepted_when_the_document_allows_it(String field, String value, boolean taken)
            throws Exception {
        agrees("", replaced(CAMPAIGN, field, value), taken);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"page\":1,\"perPage\":100}; true",
                "{\"page\":2147483647}; true",
                "{\"page\":2147483648}; false",
                "{\"page\":0}; false",
                "{\"perPage\":101}; false",
                "{\"currencyCode\":\"eur\"}; true",
                "{\"from\":\"2026-01-01T00:00:00+00:00\"}; true",
                "{\"to\":\"2026-01-01\"}; false",
                "{\"campaignName\":7}; false",
            })
    void a_search_is_accepted_when_the_document_allows_it(String body, boolean taken) throws Exception {
        agrees("/search", body, taken);
    }

    private static String replaced(String body, String field, String value) throws IOException {
        var json = (ObjectNode) JSON.readTree(body);
        json.set(field, JSON.readTree(value));
        return json.toString();
    }

    private void agrees(String path, String body, boolean taken) throws Exception {
        assertThat(document.allowsBody("POST", CAMPAIGNS + path, body)).as(body).isEqualTo(taken);
        answers(taken ? 200 : 400, new Call("POST", CAMPAIGNS + path, "", body));
    }

    @Test
    void responses_to_invalid_signatures_match_the_document() throws Exception {
        for (var call : CALLS) {
            answers(401, call, OTHERS);
        }
    }

    @Test
    void refusals_match_the_document() throws Exception {
        answers(400, new Call("GET", GAMES + "/cherry-rush", "", ""));
        answers(404, new Call("GET", GAMES + "/no-such-game", DEMO, ""));
        for (var path : List.of("", "/codes", "/search")) {
            answers(400, new Call("POST", CAMPAIGNS + path, "", "{"));
        }
        answers(404, CALLS.get(3));
        answers(404, CALLS.get(5));
        answers(400, new Call("DELETE", CAMPAIGNS + "/" + "x".repeat(256), "", ""));
    }

    @Test
    void responses_beyond_the_rate_limit_match_the_document() throws Exception {
        var limit = JSON.createObjectNode().put("requestsPerMinute", 1);
        simulator.operators().change("demo", operator -> OperatorForm.apply(operator, limit));
        send(CALLS.get(0), KEYS);
        for (var call : CALLS) {
            answers(429, call);
        }
    }

    @Test
    void faults_of_the_service_match_the_document() throws Exception {
        for (var call : CALLS) {
            simulator.callbackEngine().faults().switchOn(FaultKind.API_ERROR, "demo", null, null, 1, Duration.ZERO);
            answers(500, call);
        }
    }

    private HttpResponse<String> answers(int status, Call call) throws Exception {
        return answers(status, call, KEYS);
    }

    private HttpResponse<String> answers(int status, Call call, SecretKeys keys, String... headers) throws Exception {
        var answer = send(call, keys, headers);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        document.check(answer.request().method(), call.path(), call.body(), answer);
        return answer;
    }

    private HttpResponse<String> send(Call call, SecretKeys keys, String... headers) throws Exception {
        var time = Long.toString(CLOCK.millis());
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
