package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.NO_GAMES;
import static dev.operatorkit.client.Provider.failure;
import static dev.operatorkit.client.Provider.games;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.raw.RawServer;
import dev.operatorkit.signing.Verification.Accepted;
import java.time.Duration;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TimeoutsTest {
    @AutoClose
    private final Provider provider = new Provider();

    @Test
    void a_stalled_attempt_ends_at_its_timeout_and_is_retried() {
        for (var i = 0; i < 3; i++) {
            provider.enqueue(new MockResponse.Builder()
                    .onResponseStart(SocketEffect.Stall.INSTANCE)
                    .build());
        }
        var failure = failure(
                provider.builder()
                        .attemptTimeout(Duration.ofMillis(200))
                        .callTimeout(Duration.ofSeconds(20))
                        .maxAttempts(3),
                NoResponseException.class,
                CustomerApi::fetchCatalogue);
        assertThat(failure).hasMessageContaining("3 attempts");
        await().until(() -> provider.server.getRequestCount() == 3);
    }

    @Test
    void a_single_call_can_have_a_timeout_of_its_own() {
        provider.enqueue(429, "", "Retry-After", "60")
                .enqueue(429, "", "Retry-After", "60")
                .enqueue(200, NO_GAMES);
        try (var api = provider.builder().build()) {
            var failure = catchThrowableOfType(ErrorResponseException.class, api::fetchCatalogue);
            assertThat(failure.code()).isEqualTo(ErrorCode.RATE_LIMITED);
            assertThat(provider.pauses).isEmpty();
            assertThat(api.with(CallOptions.defaults().withTimeout(Duration.ofMinutes(2)))
                            .fetchCatalogue()
                            .games())
                    .isEmpty();
            assertThat(provider.pauses).hasSize(1);
        }
    }

    @Test
    void a_timeout_of_a_single_call_limits_all_its_attempts() {
        try (var silent = new RawServer((request, socket) -> {});
                var api = CustomerApi.builder(silent.base(), "operator-1", Provider.KEYS)
                        .attemptTimeout(Duration.ofHours(1))
                        .callTimeout(Duration.ofHours(1))
                        .build()) {
            var impatient = api.with(CallOptions.defaults().withTimeout(Duration.ofMillis(300)));
            var failure = catchThrowableOfType(NoResponseException.class, impatient::fetchCatalogue);
            assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(failure.isTransient()).isTrue();
        }
    }

    @Test
    void a_single_call_can_have_its_own_id_and_headers() {
        provider.enqueue(503, "").enqueue(200, NO_GAMES).enqueue(200, NO_GAMES);
        try (var api = provider.builder().build()) {
            var options = CallOptions.defaults().withCallId("our-id-1").withHeader("X-Brand", "red");
            api.with(options).fetchCatalogue();
            api.fetchCatalogue();
        }
        for (var attempt = 1; attempt <= 2; attempt++) {
            var request = provider.takeRequest();
            assertThat(request.getHeaders().get("X-Request-Id")).isEqualTo("our-id-1");
            assertThat(request.getHeaders().get("X-Brand")).isEqualTo("red");
            assertThat(Provider.verify(request)).isEqualTo(new Accepted(0));
        }
        assertThat(provider.takeRequest().getHeaders().get("X-Brand")).isNull();
    }

    @Test
    void a_client_with_another_timeout_shares_the_catalogue_and_the_end_of_its_origin() {
        provider.enqueue(200, games("a"), "ETag", "\"1\"").enqueue(304, "");
        var api = provider.builder().build();
        var patient = api.with(CallOptions.defaults().withTimeout(Duration.ofMinutes(1)));
        assertThat(patient.fetchCatalogue()).isSameAs(api.fetchCatalogue());
        patient.close();
        assertThatIllegalStateException().isThrownBy(api::fetchCatalogue);
    }
}
