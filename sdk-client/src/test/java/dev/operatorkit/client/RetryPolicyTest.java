package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.CODE;
import static dev.operatorkit.client.Provider.DROPPED_AFTER_REQUEST;
import static dev.operatorkit.client.Provider.EMPTY_PAGE;
import static dev.operatorkit.client.Provider.NO_GAMES;
import static dev.operatorkit.client.Provider.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.operatorkit.raw.RawServer;
import dev.operatorkit.wire.CampaignSearch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.random.RandomGenerator;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {
    private static final MockResponse DROPPED = new MockResponse.Builder()
            .onRequestStart(new SocketEffect.CloseSocket())
            .build();
    private static final MockResponse TRUNCATED = new MockResponse.Builder()
            .body(NO_GAMES)
            .onResponseBody(new SocketEffect.CloseSocket())
            .build();

    @AutoClose
    private final Provider provider = new Provider();

    @ParameterizedTest
    @ValueSource(ints = {408, 421, 429, 500, 502, 503, 504})
    void a_read_is_retried_after_a_temporary_status(int status) {
        provider.enqueue(status, "").enqueue(200, NO_GAMES);
        try (var api = provider.builder().build()) {
            assertThat(api.fetchCatalogue().games()).isEmpty();
        }
        assertThat(provider.server.getRequestCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 412, 413, 422, 501})
    void a_permanent_status_is_reported_without_a_retry(int status) {
        provider.enqueue(status, "{\"message\":\"no\"}");
        var failure = provider.failure(ErrorResponseException.class, CustomerApi::fetchCatalogue);
        assertThat(failure.status()).isEqualTo(status);
        assertThat(failure.isSafeToRetry()).isTrue();
        assertThat(failure.isTransient()).isFalse();
        assertThat(provider.server.getRequestCount()).isOne();
        assertThat(provider.pauses).isEmpty();
    }

    @Test
    void reads_and_disables_are_retried_if_there_is_no_response() {
        provider.enqueue(DROPPED)
                .enqueue(DROPPED_AFTER_REQUEST)
                .enqueue(TRUNCATED)
                .enqueue(200, NO_GAMES);
        provider.enqueue(DROPPED_AFTER_REQUEST).enqueue(200, EMPTY_PAGE);
        provider.enqueue(DROPPED_AFTER_REQUEST).enqueue(500, "").enqueue(200, "");
        try (var api = provider.builder().build()) {
            api.fetchCatalogue();
            api.searchCampaigns(CampaignSearch.all());
            api.disableCampaign("spring");
        }
        assertThat(provider.pauses).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 421, 429, 500, 502, 503, 504})
    void a_creation_is_never_sent_twice_whatever_the_response(int status) {
        provider.enqueue(status, "{\"message\":\"trouble\"}", "Retry-After", "0")
                .enqueue(200, "");
        var failure = provider.failure(ErrorResponseException.class, api -> api.createBonusCode(CODE));
        assertThat(failure.status()).isEqualTo(status);
        assertThat(failure.isSafeToRetry()).isEqualTo(status == 421 || status == 429);
        assertThat(failure.isTransient()).isTrue();
        assertThat(provider.server.getRequestCount()).isOne();
    }

    @Test
    void a_creation_whose_response_is_lost_is_not_retried_and_its_outcome_is_unknown() {
        provider.enqueue(DROPPED_AFTER_REQUEST).enqueue(200, "");
        var failure = provider.failure(NoResponseException.class, api -> api.createBonusCode(CODE));
        assertThat(failure.isUnsent()).isFalse();
        assertThat(failure.isSafeToRetry()).isFalse();
        assertThat(failure.isTransient()).isTrue();
        assertThat(provider.server.getRequestCount()).isOne();
    }

    /** A server may close an idle connection at the moment of the next call, whose outcome would be unknown (D-5). */
    @Test
    void each_call_has_its_own_connection() {
        try (var server = new RawServer(
                        (request, socket) -> RawServer.write(socket, RawServer.response(200, EMPTY_PAGE)));
                var api = provider.builder(server.base())
                        .okHttp(new OkHttpClient.Builder()
                                .retryOnConnectionFailure(true)
                                .build())
                        .build()) {
            api.searchCampaigns(CampaignSearch.all());
            api.searchCampaigns(CampaignSearch.all());
            api.disableCampaign("spring");
            assertThat(server.accepted()).isEqualTo(3);
        }
    }

    @Test
    void a_creation_that_was_never_sent_is_retried() throws IOException {
        var failure = failure(
                provider.builder(unusedAddress()).maxAttempts(3),
                NoResponseException.class,
                api -> api.createBonusCode(CODE));
        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure.isSafeToRetry()).isTrue();
        assertThat(failure.isTransient()).isTrue();
        assertThat(failure.code()).isEqualTo(ErrorCode.CONNECTION_FAILED);
        assertThat(failure).hasMessageContaining("the request was not sent").hasMessageContaining("3 attempts");
        assertThat(provider.pauses).hasSize(2);
    }

    private static URI unusedAddress() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void retry_after_is_obeyed_in_seconds_and_as_a_date() {
        provider.enqueue(429, "", "Retry-After", "3")
                .enqueue(
                        503,
                        "",
                        "Date",
                        "Sat, 21 Nov 2026 09:00:00 GMT",
                        "Retry-After",
                        "Sat, 21 Nov 2026 09:00:04 GMT")
                .enqueue(200, NO_GAMES);
        try (var api = provider.builder().build()) {
            api.fetchCatalogue();
        }
        var pauses = new ArrayList<>(provider.pauses);
        assertThat(pauses.get(0)).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3100));
        assertThat(pauses.get(1)).isBetween(Duration.ofSeconds(4), Duration.ofMillis(4100));
    }

    @ParameterizedTest
    @ValueSource(strings = {"60", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"})
    void a_retry_after_beyond_the_deadline_fails_immediately(String retryAfter) {
        provider.enqueue(429, "{\"message\":\"slow down\"}", "Retry-After", retryAfter);
        var failure = provider.failure(ErrorResponseException.class, CustomerApi::fetchCatalogue);
        assertThat(failure.retryAfter().orElseThrow()).isGreaterThanOrEqualTo(Duration.ofSeconds(60));
        assertThat(provider.pauses).isEmpty();
        assertThat(provider.server.getRequestCount()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1", "1.5", "ü", "0"})
    void an_invalid_or_zero_retry_after_is_ignored(String retryAfter) {
        var response = new MockResponse.Builder().code(503).addHeaderLenient("Retry-After", retryAfter);
        provider.enqueue(response.build()).enqueue(200, NO_GAMES);
        try (var api = provider.builder().build()) {
            api.fetchCatalogue();
        }
        assertThat(provider.pauses)
                .singleElement()
                .satisfies(pause -> assertThat(pause).isLessThanOrEqualTo(Duration.ofMillis(100)));
        assertThat(provider.server.getRequestCount()).isEqualTo(2);
    }

    @Test
    void pauses_are_random_up_to_a_ceiling_that_doubles() {
        var ceilings = new ArrayList<Long>();
        RandomGenerator recording = new RandomGenerator() {
            @Override
            public long nextLong() {
                return 0;
            }

            @Override
            public long nextLong(long bound) {
                ceilings.add(bound - 1);
                return bound - 1;
            }
        };
        for (var i = 0; i < 8; i++) {
            provider.enqueue(500, "");
        }
        failure(
                provider.builder()
                        .maxAttempts(8)
                        .callTimeout(Duration.ofMinutes(1))
                        .random(recording),
                ErrorResponseException.class,
                CustomerApi::fetchCatalogue);
        assertThat(ceilings).containsExactly(100L, 200L, 400L, 800L, 1600L, 2000L, 2000L);
        assertThat(provider.server.getRequestCount()).isEqualTo(8);
    }

    @Test
    void an_interrupted_thread_stops_retrying_and_stays_interrupted() {
        provider.enqueue(503, "").enqueue(200, NO_GAMES);
        try (var api = provider.builder()
                .pauses(pause -> {
                    throw new InterruptedException();
                })
                .build()) {
            var failure = catchThrowableOfType(NoResponseException.class, api::fetchCatalogue);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(failure.code()).isEqualTo(ErrorCode.INTERRUPTED);
            assertThat(failure.isUnsent()).isFalse();
            assertThat(failure).hasMessageContaining("interrupted before the next attempt");
            assertThat(failure.getSuppressed())
                    .singleElement()
                    .satisfies(last ->
                            assertThat(((ErrorResponseException) last).status()).isEqualTo(503));
        }
    }
}
