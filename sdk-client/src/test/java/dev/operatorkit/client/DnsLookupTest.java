package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a name server that hangs does not make a call exceed its time. */
@Timeout(60)
class DnsLookupTest {
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger lookups = new AtomicInteger();

    @AfterEach
    void release() {
        released.countDown();
    }

    private List<InetAddress> hang(String host) throws UnknownHostException {
        lookups.incrementAndGet();
        try {
            released.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        throw new UnknownHostException(host);
    }

    private static CustomerApiBuilder asking(Dns dns, String base) {
        return CustomerApi.builder(URI.create(base), "operator-1", Provider.KEYS)
                .allowPlainHttp()
                .maxAttempts(1)
                .okHttp(new OkHttpClient.Builder().dns(dns).build());
    }

    @ParameterizedTest
    @CsvSource({"50, 60000", "60000, 50"})
    void a_lookup_ends_with_the_timeout_of_the_attempt_or_of_the_connection(long attempt, long connect) {
        var builder = asking(this::hang, "http://provider.example/")
                .attemptTimeout(Duration.ofMillis(attempt))
                .connectTimeout(Duration.ofMillis(connect));
        var failure = failure(builder, NoResponseException.class, CustomerApi::fetchCatalogue);
        assertThat(failure.isUnsent()).isTrue();
    }

    @Test
    void callers_waiting_for_the_same_name_share_one_thread_until_the_name_server_responds() throws Exception {
        var builder = asking(this::hang, "http://provider.example/").attemptTimeout(Duration.ofMillis(200));
        var callers = Executors.newFixedThreadPool(32);
        try (var api = builder.build()) {
            List<Future<?>> calls = new ArrayList<>();
            for (var i = 0; i < 32; i++) {
                calls.add(callers.submit(() -> catchThrowableOfType(NoResponseException.class, api::fetchCatalogue)));
            }
            for (var call : calls) {
                assertThat(call.get()).isNotNull();
            }
            assertThat(lookups).hasValue(1);
            assertThat(threads()).hasSize(1);
            released.countDown();
            await().untilAsserted(() -> assertThat(threads()).isEmpty());
            assertThat(catchThrowableOfType(NoResponseException.class, api::fetchCatalogue))
                    .isNotNull();
            assertThat(lookups).hasValue(2);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void an_unknown_host_name_is_a_no_response_exception_that_names_it() {
        Dns unknown = host -> {
            throw new UnknownHostException(host);
        };
        var failure = failure(
                asking(unknown, "http://unknown.example/"), NoResponseException.class, CustomerApi::fetchCatalogue);
        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure.code()).isEqualTo(ErrorCode.UNKNOWN_HOST);
        assertThat(failure).hasMessageContaining("unknown.example").hasRootCauseInstanceOf(UnknownHostException.class);
    }

    @Test
    void a_thread_interrupted_during_a_lookup_stays_interrupted() throws Exception {
        try (var api = asking(this::hang, "http://provider.example/").build()) {
            var interrupted = new AtomicInteger();
            var caller = new Thread(() -> {
                assertThat(catchThrowableOfType(NoResponseException.class, api::fetchCatalogue))
                        .isNotNull();
                interrupted.set(Thread.currentThread().isInterrupted() ? 1 : 2);
            });
            caller.start();
            await().untilAsserted(() -> assertThat(lookups).hasValue(1));
            caller.interrupt();
            caller.join();
            assertThat(interrupted).hasValue(1);
        }
    }

    @Test
    void host_names_are_resolved_by_the_configured_dns() {
        try (var provider = new Provider()) {
            provider.enqueue(200, "{\"data\":[]}");
            Dns loopback = host -> List.of(InetAddress.getLoopbackAddress());
            var base = "http://provider.example:" + provider.server.getPort() + "/";
            try (var api = asking(loopback, base).build()) {
                assertThat(api.fetchCatalogue().games()).isEmpty();
            }
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter("operatorkit-name-lookup"::equals)
                .toList();
    }
}
