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
import dev.operatorkit.wire.Limits;
import dev.operatorkit.wire.NewCampaign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a fake Customer API in the JVM of an operator's test. It verifies every signature, has the games and campaigns
 * that the test adds, and returns the responses that the test has planned. Without a plan it refuses what the provider refuses: an
 * unknown game, a campaign whose games have no free rounds (CAM-3), and a bonus code without an active campaign of its currency (BON-3)
 * or without a number of rounds (BON-5). Thread-safe.
 */
public final class FakeCustomerApi implements AutoCloseable {
    private static final SocketEffect CLOSE = new SocketEffect.CloseSocket();

    private final SecretKeys keys = SecretKeys.of(SessionTokens.generate());
    private final Clock clock = Clock.systemUTC();
    private final Verifier verifier = new Verifier(keys, clock);
    private final MockWebServer server = new MockWebServer();
    private final List<ReceivedCall> received = new ArrayList<>();
    private final Map<Operation, Queue<Plan>> planned = new EnumMap<>(Operation.class);
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
                var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        fake.clock.instant().atOffset(ZoneOffset.UTC));
                return fake.answer(new RequestParser(request))
                        .newBuilder()
                        .setHeader("Date", date)
                        .build();
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
     * Plans the responses to the next requests for this operation, after those that are planned already. Each retry of the client is
     * another request. Later requests get the default response again.
     *
     * <pre>{@code
     * service.next(Operation.LAUNCH).times(3).refuse(503, "later");
     * service.next(Operation.CATALOGUE).delay(Duration.ofSeconds(6)).succeed();
     * }</pre>
     */
    public Next next(Operation operation) {
        return new Next(Limits.requirePresent("operation", operation));
    }

    private static void require(boolean isValid, String otherwise) {
        if (!isValid) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /**
     * Plans the responses to the next requests. Nothing is planned before a method that returns the fake. A value that cannot be planned
     * is refused with an {@link IllegalArgumentException}. Not thread-safe.
     */
    public final class Next {
        private final Operation operation;
        private int times = 1;
        private Duration delay = Duration.ZERO;

        private Next(Operation operation) {
            this.operation = operation;
        }

        /** Sets the number of requests that get the response. The default is 1. */
        public Next times(int times) {
            require(times >= 1 && times <= 10_000, "times must be 1 to 10000, not " + times);
            this.times = times;
            return this;
        }

        /** Sets the time until each response begins. The default is none. */
        public Next delay(Duration delay) {
            require(!delay.isNegative(), "delay must not be negative: " + delay);
            this.delay = delay;
            return this;
        }

        /** Responds with an error, whose status is 400 to 599. */
        public FakeCustomerApi refuse(int status, String message) {
            require(status >= 400 && status <= 599, "status must be 400 to 599, not " + status);
            return plan(refusal(status, message));
        }

        /** Responds with 429 and this {@code Retry-After}, rounded up to seconds. */
        public FakeCustomerApi limit(Duration retryAfter) {
            require(!retryAfter.isNegative(), "retryAfter must not be negative: " + retryAfter);
            var seconds = Long.toString(retryAfter.plusNanos(999_999_999).toSeconds());
            return plan(refusal(429, "too many requests")
                    .newBuilder()
                    .addHeader("Retry-After", seconds)
                    .build());
        }

        /** Responds with this status of 200 to 599 and exactly this body. */
        public FakeCustomerApi respond(int status, String body) {
            require(status >= 200 && status <= 599, "status must be 200 to 599, not " + status);
            Limits.requirePresent("body", body);
            return plan(new MockResponse.Builder().code(status).body(body).build());
        }

        /**
         * Receives the request and then closes the connection, so that its outcome is unknown to the client, which retries an idempotent
         * operation.
         */
        public FakeCustomerApi drop() {
            return plan(success(new byte[0]).onResponseStart(CLOSE).build());
        }

        /** Processes the request and then closes the connection: what the client asked for is done, and it does not know. */
        public FakeCustomerApi loseResponse() {
            return plan(delay, true, null);
        }

        /** Responds as without a plan, after the delay. */
        public FakeCustomerApi succeed() {
            return plan(delay, false, null);
        }

        private FakeCustomerApi plan(MockResponse response) {
            return plan(delay, false, response);
        }

        private FakeCustomerApi plan(Duration delay, boolean isLost, @Nullable MockResponse response) {
            synchronized (FakeCustomerApi.this) {
                planned.computeIfAbsent(operation, key -> new ArrayDeque<>())
                        .addAll(Collections.nCopies(times, new Plan(delay, isLost, response)));
                return FakeCustomerApi.this;
            }
        }
    }

    /** Holds the time until a planned response begins, whether it is lost, and the response, null for the default one. */
    private record Plan(
            Duration delay, boolean isLost, @Nullable MockResponse response) {}

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
        var plan = planned.getOrDefault(operation, new ArrayDeque<>()).poll();
        if (plan == null) {
            return defaultResponse(operation, request);
        }
        var response = plan.response() == null ? defaultResponse(operation, request) : plan.response();
        var delayed = response.newBuilder().headersDelay(plan.delay().toMillis(), TimeUnit.MILLISECONDS);
        return (plan.isLost() ? delayed.onResponseStart(CLOSE) : delayed).build();
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
        for (var slug : request.gameSlugs()) {
            var game = games.get(slug);
            if (game == null || !game.freeRound()) {
                var why =
                        game == null ? "there is no game '" + slug + "'" : "the game '" + slug + "' has no free rounds";
                return refusal(400, "gameSlugs: " + why);
            }
        }
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
        var campaign = campaigns.active(code.campaignCode());
        if (campaign == null) {
            return refusal(404, "no such campaign");
        }
        if (!campaign.currencyCode().equals(code.currencyCode().code())) {
            return refusal(400, "currencyCode: the campaign is in " + campaign.currencyCode());
        }
        if (code.maxRounds().isEmpty() && campaign.maxRounds().isEmpty()) {
            return refusal(400, "maxRounds: set it on the campaign or on the code");
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
