package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.CODE;
import static dev.operatorkit.client.Provider.NO_GAMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.operatorkit.wire.CampaignSearch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.SocketFactory;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InterruptionTest {
    private static final LaunchRequest LAUNCH = Provider.launch("token");

    private final Provider provider = new Provider();
    private final List<CallListener.Attempt> attempts = new ArrayList<>();
    private final List<CallListener.Call> ended = new ArrayList<>();
    private final CallListener listener = new CallListener() {
        @Override
        public void onAttempt(Attempt attempt) {
            attempts.add(attempt);
        }

        @Override
        public void onCallEnded(Call call) {
            ended.add(call);
        }
    };

    @AfterEach
    void stop() {
        Thread.interrupted();
        provider.close();
    }

    static Stream<Named<Consumer<CustomerApi>>> calls() {
        return Stream.of(
                Named.of("catalogue", CustomerApi::fetchCatalogue),
                Named.of("launch", api -> api.createLaunchUrl(LAUNCH)),
                Named.of("search", api -> api.searchCampaigns(CampaignSearch.all())),
                Named.of("disable", api -> api.disableCampaign("spring")),
                Named.of("creation", api -> api.createBonusCode(CODE)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void a_call_of_an_interrupted_thread_is_not_sent_and_its_failure_is_reported(Consumer<CustomerApi> call) {
        // Without a name to look up, which would notice the interruption.
        var address = URI.create("http://127.0.0.1:" + provider.server.getPort() + "/");
        try (var api = provider.builder(address).listener(listener).build()) {
            Thread.currentThread().interrupt();
            var failure = catchThrowable(() -> call.accept(api));
            assertThat(Thread.interrupted()).isTrue();
            assertInterruptedUnsent(failure);
        }
        assertThat(provider.server.getRequestCount()).isZero();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void a_call_that_is_interrupted_while_it_connects_is_not_sent_and_its_failure_is_reported(
            Consumer<CustomerApi> call) throws Exception {
        try (var sockets = new UnconnectedSockets();
                var api = CustomerApi.builder(URI.create("http://127.0.0.1:9/"), "operator-1", Provider.KEYS)
                        .listener(listener)
                        .okHttp(new OkHttpClient.Builder()
                                .socketFactory(sockets)
                                .build())
                        .build()) {
            var failure = new CompletableFuture<Throwable>();
            var isInterrupted = new CompletableFuture<Boolean>();
            var caller = new Thread(() -> {
                failure.complete(catchThrowable(() -> call.accept(api)));
                isInterrupted.complete(Thread.currentThread().isInterrupted());
            });
            caller.start();
            assertThat(sockets.connecting.await(10, TimeUnit.SECONDS)).isTrue();
            caller.interrupt();
            assertInterruptedUnsent(failure.get(10, TimeUnit.SECONDS));
            assertThat(isInterrupted.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_thread_that_is_interrupted_during_an_attempt_makes_no_other() {
        provider.enqueue(503, "").enqueue(200, NO_GAMES);
        try (var api = provider.builder()
                .listener(attempt -> Thread.currentThread().interrupt())
                .build()) {
            var failure = catchThrowable(api::fetchCatalogue);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(((NoResponseException) failure).code()).isEqualTo(ErrorCode.INTERRUPTED);
            assertThat(failure.getSuppressed()).singleElement().isInstanceOf(ErrorResponseException.class);
        }
        assertThat(provider.server.getRequestCount()).isOne();
        assertThat(provider.pauses).isEmpty();
    }

    private void assertInterruptedUnsent(Throwable thrown) {
        assertThat(thrown).isInstanceOfSatisfying(NoResponseException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.INTERRUPTED);
            assertThat(failure.isUnsent()).isTrue();
            assertThat(failure.isSafeToRetry()).isTrue();
        });
        assertThat(attempts)
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.failure()).isEqualTo(Optional.of(thrown)));
        assertThat(ended)
                .singleElement()
                .satisfies(call -> assertThat(call.failure()).isEqualTo(Optional.of(thrown)));
    }

    /** Makes sockets that connect only when they are closed, and then fail. */
    private static final class UnconnectedSockets extends SocketFactory implements AutoCloseable {
        private final CountDownLatch connecting = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public Socket createSocket() {
            return new Socket() {
                @Override
                public void connect(SocketAddress endpoint, int timeout) throws IOException {
                    connecting.countDown();
                    try {
                        closed.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    throw new IOException("closed");
                }

                @Override
                public void close() {
                    closed.countDown();
                }
            };
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
