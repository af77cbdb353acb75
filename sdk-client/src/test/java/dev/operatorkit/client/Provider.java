package dev.operatorkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verification;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.NewCampaign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ServerSocketFactory;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

/** Runs a provider that returns the responses that a test queued, in order, and records the requests. */
final class Provider implements AutoCloseable {
    static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    static final String NO_GAMES = "{\"data\":[]}";
    static final String EMPTY_PAGE =
            "{\"data\":{\"list\":[],\"pagination\":{\"page\":1,\"perPage\":20,\"total\":0,\"totalPages\":0}}}";
    static final CurrencyCode EUR = CurrencyCode.of("EUR");
    static final BonusCode CODE = new BonusCode("spring", "player-1", EUR, "CODE-1", OptionalInt.of(10));
    static final NewCampaign CAMPAIGN = new NewCampaign(
            "spring",
            "Spring",
            new Money(20, EUR),
            List.of("slug"),
            Instant.parse("2026-03-01T00:00:00Z"),
            Instant.parse("2026-06-01T00:00:00Z"),
            OptionalInt.empty());
    static final MockResponse DROPPED_AFTER_REQUEST = new MockResponse.Builder()
            .onResponseStart(new SocketEffect.CloseSocket())
            .build();

    final MockWebServer server = new MockWebServer();
    /** Records the pauses that the client requested, without waiting for them. */
    final Queue<Duration> pauses = new ConcurrentLinkedQueue<>();

    Provider() {
        server.setServerSocketFactory(new UndelayedSockets());
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static LaunchRequest launch(String token) {
        return LaunchRequest.realMoney("slug")
                .ip("203.0.113.7")
                .currency(EUR)
                .token(token)
                .build();
    }

    URI base() {
        return server.url("/").uri();
    }

    CustomerApiBuilder builder() {
        return builder(base());
    }

    CustomerApiBuilder builder(URI base) {
        return CustomerApi.builder(base, "operator-1", KEYS).pauses(pauses::add);
    }

    Provider enqueue(int status, String body, String... headers) {
        var response = new MockResponse.Builder().code(status).body(body);
        for (var i = 0; i < headers.length; i += 2) {
            response.addHeader(headers[i], headers[i + 1]);
        }
        return enqueue(response.build());
    }

    Provider enqueue(MockResponse response) {
        server.enqueue(response);
        return this;
    }

    RecordedRequest takeRequest() {
        try {
            var request = server.takeRequest(10, TimeUnit.SECONDS);
            if (request == null) {
                throw new AssertionError("the provider received no request");
            }
            return request;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the failure of a call with the default settings. */
    <E extends Exception> E failure(Class<E> type, Consumer<CustomerApi> call) {
        return failure(builder(), type, call);
    }

    static <E extends Exception> E failure(CustomerApiBuilder builder, Class<E> type, Consumer<CustomerApi> call) {
        try (var api = builder.build()) {
            var failure = catchThrowableOfType(type, () -> call.accept(api));
            assertThat(failure).as("the call succeeded").isNotNull();
            return failure;
        }
    }

    /** Returns sdk-core's verification of exactly the target and bytes that arrived. */
    static Verification verify(RecordedRequest request) {
        return verify(request, Clock.systemUTC());
    }

    static Verification verify(RecordedRequest request, Clock clock) {
        var received = ReceivedRequest.of(
                request.getMethod(), request.getTarget(), request.getHeaders()::values, body(request));
        return new Verifier(KEYS, clock).verify(received);
    }

    static void awaitZero(CountDownLatch latch) {
        try {
            if (!latch.await(10, TimeUnit.SECONDS)) {
                throw new AssertionError("nothing counted the latch down");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static byte[] body(RecordedRequest request) {
        var body = request.getBody();
        return body == null ? new byte[0] : body.toByteArray();
    }

    static String game(String slug) {
        return "{\"slug\":\"" + slug + "\",\"available\":true,\"freeRound\":true,\"restrictedCountries\":[\"US\"]}";
    }

    static String games(String... slugs) {
        return "{\"data\":["
                + String.join(",", List.of(slugs).stream().map(Provider::game).toList()) + "]}";
    }

    @Override
    public void close() {
        server.close();
    }

    /** Sends a body right after its header, where Nagle's algorithm would wait 40 ms for the acknowledgement of the header. */
    private static final class UndelayedSockets extends ServerSocketFactory {
        @Override
        public ServerSocket createServerSocket() throws IOException {
            return new ServerSocket() {
                @Override
                public Socket accept() throws IOException {
                    var accepted = super.accept();
                    accepted.setTcpNoDelay(true);
                    return accepted;
                }
            };
        }

        @Override
        public ServerSocket createServerSocket(int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ServerSocket createServerSocket(int port, int backlog) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
            throw new UnsupportedOperationException();
        }
    }
}
