package dev.operatorkit.client.testkit;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiBuilder;
import dev.operatorkit.client.Operation;
import dev.operatorkit.client.SessionTokens;
import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verification;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.LaunchUrl;
import dev.operatorkit.wire.NewCampaign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a fake Customer API in the JVM of an operator's test. It verifies every signature, has the games and campaigns
 * that the test adds, and returns the responses that the test has set up.
 */
public final class FakeCustomerApi implements AutoCloseable {
    private final SecretKeys keys = SecretKeys.of(SessionTokens.generate());
    private final Clock clock = Clock.systemUTC();
    private final Verifier verifier = new Verifier(keys, clock);
    private final MockWebServer server = new MockWebServer();
    private final List<ReceivedCall> received = new ArrayList<>();
    private final Map<Operation, Queue<MockResponse>> scripted = new EnumMap<>(Operation.class);
    private final Map<String, Game> games = new LinkedHashMap<>();
    private final Map<String, BonusCode> codes = new HashMap<>();
    private final FakeCampaigns campaigns = new FakeCampaigns();

    private FakeCustomerApi() {}

    /** Starts a fake without games and campaigns, on a free port of localhost. */
    public static FakeCustomerApi start() {
        var fake = new FakeCustomerApi();
        fake.server.setServerSocketFactory(new UndelayedSockets());
        fake.server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return fake.answer(new RequestParser(request));
            }
        });
        try {
            fake.server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the fake Customer API could not be started on a free port of this machine", e);
        }
        return fake;
    }

    /** Returns the base URL of the fake. */
    public URI baseUrl() {
        return server.url("/").uri();
    }

    /** Returns the id of the only operator that the fake accepts. */
    public String operator() {
        return "operator-1";
    }

    /** Returns the key set of the operator. */
    public SecretKeys keys() {
        return keys;
    }

    /** Returns a builder for a client that is already configured for this fake. */
    public CustomerApiBuilder client() {
        return CustomerApi.builder(baseUrl(), operator(), keys);
    }

    /** Adds games to the catalogue. */
    public synchronized FakeCustomerApi games(Game... games) {
        for (var game : games) {
            this.games.put(game.slug(), game);
        }
        return this;
    }

    /** Adds campaigns for searches to find. */
    public synchronized FakeCustomerApi campaigns(Campaign... campaigns) {
        for (var campaign : campaigns) {
            this.campaigns.put(campaign);
        }
        return this;
    }

    /**
     * Responds to the next request for this operation with an error. Errors set by repeated calls are returned in
     * order. Each retry of the client is another request.
     */
    public FakeCustomerApi refuseNext(Operation operation, int status, String message) {
        return respondNext(
                operation, status, new String(Json.write(new ErrorMessage(message)), StandardCharsets.UTF_8));
    }

    /**
     * Responds to the next request for this operation with exactly this body. Responses set by repeated calls are
     * returned in order. Each retry of the client is another request.
     */
    public FakeCustomerApi respondNext(Operation operation, int status, String body) {
        return script(operation, new MockResponse.Builder().code(status).body(body));
    }

    /**
     * Receives the next request for this operation and then closes the connection, so that the outcome is unknown to
     * the client. The client retries an idempotent operation, and the retry is another request: call this method
     * once for each request that should fail.
     */
    public FakeCustomerApi dropNext(Operation operation) {
        return script(operation, new MockResponse.Builder().onResponseStart(new SocketEffect.CloseSocket()));
    }

    private synchronized FakeCustomerApi script(Operation operation, MockResponse.Builder response) {
        scripted.computeIfAbsent(operation, key -> new ArrayDeque<>()).add(response.build());
        return this;
    }

    /** Returns every request received so far, including rejected ones. */
    public synchronized List<ReceivedCall> received() {
        return List.copyOf(received);
    }

    /** Returns every request of this operation received so far. */
    public List<ReceivedCall> received(Operation operation) {
        return received().stream()
                .filter(request -> request.operation() == operation)
                .toList();
    }

    @Override
    public void close() {
        server.close();
    }

    private synchronized MockResponse answer(RequestParser request) {
        var operation = request.operation();
        if (operation == null) {
            return refusal(404, "no such path or method");
        }
        var verification = verifier.verify(request.raw());
        received.add(request.received(operation, verification));
        if (verification instanceof Verification.Rejected rejected) {
            return refusal(401, rejected.detail());
        }
        if (!operator().equals(request.header("X-Operator"))) {
            return refusal(401, "X-Operator is unknown");
        }
        var next = scripted.getOrDefault(operation, new ArrayDeque<>()).poll();
        return next == null ? defaultResponse(operation, request) : next;
    }

    private MockResponse defaultResponse(Operation operation, RequestParser request) {
        try {
            return switch (operation) {
                case CATALOGUE -> catalogue(request.header("If-None-Match"));
                case LAUNCH -> launch(request.lastSegment());
                case CREATE_CAMPAIGN -> createCampaign(Json.read(request.body(), NewCampaign.class));
                case SEARCH_CAMPAIGNS -> search(Json.read(request.body(), CampaignSearch.class));
                case DISABLE_CAMPAIGN -> disable(request.lastSegment());
                case CREATE_BONUS_CODE -> createCode(Json.read(request.body(), BonusCode.class));
            };
        } catch (MalformedJsonException e) {
            return refusal(400, String.valueOf(e.getMessage()));
        }
    }

    private MockResponse catalogue(@Nullable String ifNoneMatch) {
        var body = Json.writeDataList(List.copyOf(games.values()));
        var etag = "\"" + Arrays.hashCode(body) + "\"";
        var response = etag.equals(ifNoneMatch) ? new MockResponse.Builder().code(304) : success(body);
        return response.addHeader("ETag", etag)
                .addHeader("Cache-Control", "public, max-age=300")
                .build();
    }

    private MockResponse launch(String slug) {
        var game = games.get(slug);
        if (game == null || !game.available()) {
            return refusal(404, "no such game, or not enabled for the operator");
        }
        var url = new LaunchUrl("https://games.invalid/launch/" + SessionTokens.generate());
        return success(Json.writeData(url)).build();
    }

    private MockResponse createCampaign(NewCampaign request) {
        var created = campaigns.create(request, clock.instant());
        return created == null
                ? refusal(400, "campaignCode already exists")
                : success(Json.writeData(created)).build();
    }

    private MockResponse search(CampaignSearch search) {
        return success(Json.writeData(campaigns.find(search))).build();
    }

    private MockResponse disable(String code) {
        return campaigns.disable(code) ? success(new byte[0]).build() : refusal(404, "no such campaign");
    }

    private MockResponse createCode(BonusCode code) {
        if (!campaigns.contains(code.campaignCode())) {
            return refusal(404, "no such campaign");
        }
        return codes.putIfAbsent(code.bonusCode(), code) == null
                ? success(Json.writeData(code)).build()
                : refusal(400, "bonusCode already exists");
    }

    private static MockResponse.Builder success(byte[] body) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body(new Buffer().write(body));
    }

    private static MockResponse refusal(int status, String message) {
        return success(Json.write(new ErrorMessage(message))).code(status).build();
    }
}
