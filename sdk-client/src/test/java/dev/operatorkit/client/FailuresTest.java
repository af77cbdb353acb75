package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import okio.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {
    private static final String NOW = "Sat, 21 Nov 2026 09:00:00 GMT";
    private static final LaunchRequest LAUNCH = Provider.launch("t&=+ 🎰");

    @AutoClose
    private final Provider provider = new Provider();

    private static ErrorResponseException refused(CustomerApiBuilder builder) {
        return failure(builder, ErrorResponseException.class, api -> api.createLaunchUrl(LAUNCH));
    }

    @Test
    void an_error_has_its_status_message_and_request_id() {
        provider.enqueue(404, "{\"message\":\"no such game\",\"code\":7}", "X-Request-Id", "r-1");
        var failure = refused(provider.builder());
        assertThat(failure.operation()).isEqualTo(Operation.LAUNCH);
        assertThat(failure.status()).isEqualTo(404);
        assertThat(failure.errorMessage()).isEqualTo("no such game");
        assertThat(failure.requestId()).contains("r-1");
        assertThat(failure.clockSkew()).isEmpty();
        assertThat(failure.callId())
                .isEqualTo(provider.takeRequest().getHeaders().get("X-Request-Id"));
        assertThat(failure)
                .hasMessage("GET /api/v1/games/slug (call " + failure.callId()
                        + ") was rejected: 404 no such game (request r-1)");
    }

    @Test
    void a_call_that_cannot_be_signed_was_not_sent() {
        var builder = CustomerApi.builder(provider.base(), "operator-1", () -> {
            throw new IllegalStateException("the vault is sealed");
        });
        var failure = failure(builder, NoResponseException.class, api -> api.createBonusCode(Provider.CODE));
        assertThat(failure.isSafeToRetry()).isTrue();
        assertThat(failure).hasRootCauseMessage("the vault is sealed");
        assertThat(provider.server.getRequestCount()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "CATALOGUE, 400, INVALID_REQUEST",
        "LAUNCH, 401, UNAUTHORIZED",
        "LAUNCH, 404, GAME_NOT_AVAILABLE",
        "DISABLE_CAMPAIGN, 404, CAMPAIGN_NOT_FOUND",
        "CREATE_BONUS_CODE, 404, CAMPAIGN_NOT_FOUND",
        "SEARCH_CAMPAIGNS, 404, NOT_FOUND",
        "CREATE_CAMPAIGN, 413, REQUEST_TOO_LARGE",
        "LAUNCH, 429, RATE_LIMITED",
        "LAUNCH, 500, INTERNAL_ERROR",
        "LAUNCH, 503, UNAVAILABLE",
        "LAUNCH, 418, UNKNOWN",
        "CATALOGUE, 599, UNKNOWN"
    })
    void the_code_of_an_error_follows_from_operation_and_status(Operation operation, int status, ErrorCode code) {
        assertThat(ErrorCode.of(operation, status, true)).isEqualTo(code);
    }

    @Test
    void a_correlation_id_is_used_as_the_request_id_and_a_missing_id_is_empty() {
        provider.enqueue(400, "{\"message\":\"m\"}", "X-Correlation-Id", "c-1").enqueue(400, "{\"message\":\"m\"}");
        assertThat(refused(provider.builder()).requestId()).contains("c-1");
        assertThat(refused(provider.builder()).requestId()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>Bad gateway</html>", "{\"error\":1}", "[]", "{\"message\":7}", "{\"message\":\"a\""})
    void an_error_without_a_readable_message_shows_the_beginning_of_its_body(String body) {
        provider.enqueue(404, body);
        assertThat(refused(provider.builder()).errorMessage()).isEqualTo("(no message; the body begins: " + body + ")");
    }

    @ParameterizedTest(name = "local clock {0} s off: {1}")
    @CsvSource({
        "0, none",
        "300, none",
        "-300, none",
        "301, 301 s ahead of",
        "-301, 301 s behind",
        "86400, 86400 s ahead of"
    })
    void a_clock_that_is_too_far_off_is_reported_on_a_401(long offBy, String expected) {
        provider.enqueue(401, "{\"message\":\"stale\"}", "Date", NOW);
        var clock = Clock.fixed(Instant.parse("2026-11-21T09:00:00Z").plusSeconds(offBy), ZoneOffset.UTC);
        var failure = refused(provider.builder().clock(clock));
        if (expected.equals("none")) {
            assertThat(failure.clockSkew()).isEmpty();
            assertThat(failure).hasMessageEndingWith("401 stale");
        } else {
            assertThat(failure.clockSkew()).contains(Duration.ofSeconds(offBy));
            assertThat(failure).hasMessageContaining("this machine's clock is " + expected + " the provider's");
        }
    }

    @Test
    void a_clock_skew_is_reported_only_on_a_401_with_a_readable_date() {
        var clock = Clock.fixed(Instant.parse("2030-01-01T00:00:00Z"), ZoneOffset.UTC);
        provider.enqueue(404, "", "Date", NOW)
                .enqueue(401, "", "Date", "yesterday")
                .enqueue(401, "");
        for (var i = 0; i < 3; i++) {
            assertThat(refused(provider.builder().clock(clock)).clockSkew()).isEmpty();
        }
    }

    @Test
    void an_unexpected_response_shows_its_status_and_the_beginning_of_its_body() {
        var body = "<html>\r\n\u0000" + "x".repeat(500);
        provider.enqueue(200, body);
        var failure = provider.failure(UnexpectedResponseException.class, CustomerApi::fetchCatalogue);
        assertThat(failure.status()).isEqualTo(200);
        assertThat(failure.bodyExcerpt())
                .startsWith("<html> xxx")
                .endsWith("x…")
                .hasSize(201);
        assertThat(failure.isSafeToRetry()).isTrue();
        assertThat(failure.isTransient()).isFalse();
        assertThat(failure.code()).isEqualTo(ErrorCode.UNEXPECTED_RESPONSE);
    }

    @Test
    void the_page_about_the_client_lists_every_code() throws IOException {
        var page = Files.readString(Path.of("../docs/client.md"));
        var listed = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|")
                .matcher(page)
                .results()
                .map(row -> row.group(1));
        assertThat(listed)
                .containsExactlyElementsOf(
                        Stream.of(ErrorCode.values()).map(Enum::name).toList());
    }

    @Test
    void a_launch_url_is_returned_unchanged() {
        var url = "https://play.example/g/ü?a=%2f&b=[1]&c=1%20+";
        provider.enqueue(200, "{\"data\":{\"url\":\"" + url + "\"}}")
                .enqueue(200, "{\"data\":{\"url\":\"http://h/a|b\"}}");
        try (var api = provider.builder().build()) {
            assertThat(api.createLaunchUrl(LAUNCH)).hasToString(url);
            assertThat(api.createLaunchUrl(LAUNCH)).hasToString("http://h/a%7Cb");
        }
    }

    @Test
    void an_echo_of_the_request_does_not_reveal_the_token_or_the_signature() {
        var echo = new Buffer()
                .writeUtf8("GET /api/v1/games/slug?token=t%26%3D%2B%20%F0%9F%8E%B0 t&=+ 🎰 "
                        + "0123456789abcdef".repeat(8) + " end");
        provider.enqueue(500, echo.clone().readUtf8())
                .enqueue(404, "{\"message\":\"" + echo.clone().readString(StandardCharsets.UTF_8) + "\"}")
                .enqueue(200, echo.clone().readUtf8());
        try (var api = provider.builder().maxAttempts(1).build()) {
            for (var i = 0; i < 3; i++) {
                var failure = catchThrowableOfType(CustomerApiException.class, () -> api.createLaunchUrl(LAUNCH));
                assertThat(failure.getMessage())
                        .contains("token=[token] [token] [signature] end")
                        .doesNotContain("🎰")
                        .doesNotContain("%F0")
                        .doesNotContain("0123456789abcdef");
            }
        }
    }
}
