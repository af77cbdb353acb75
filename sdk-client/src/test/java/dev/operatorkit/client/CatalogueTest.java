package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.NO_GAMES;
import static dev.operatorkit.client.Provider.failure;
import static dev.operatorkit.client.Provider.games;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import mockwebserver3.MockResponse;
import okio.Buffer;
import okio.GzipSink;
import okio.Okio;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueTest {
    private static final String DATE = "Sat, 21 Nov 2026 09:00:00 GMT";

    @AutoClose
    private final Provider provider = new Provider();

    @ParameterizedTest
    @ValueSource(strings = {"\"1\"", "W/\"1\""})
    void an_unchanged_catalogue_is_the_same_object_and_the_etag_takes_precedence_over_the_date(String etag) {
        provider.enqueue(200, games("a"), "ETag", etag, "Last-Modified", DATE).enqueue(304, "", "ETag", etag);
        try (var api = provider.builder().build()) {
            var first = api.fetchCatalogue();
            assertThat(api.fetchCatalogue()).isSameAs(first);
        }
        assertThat(provider.takeRequest().getHeaders().get("If-None-Match")).isNull();
        var second = provider.takeRequest().getHeaders();
        assertThat(second.get("If-None-Match")).isEqualTo(etag);
        assertThat(second.get("If-Modified-Since")).isNull();
    }

    @Test
    void without_validators_requests_are_unconditional_and_equal_bytes_give_the_same_object() {
        provider.enqueue(200, games("a")).enqueue(200, games("a")).enqueue(200, games("b"));
        try (var api = provider.builder().build()) {
            var first = api.fetchCatalogue();
            assertThat(api.fetchCatalogue()).isSameAs(first);
            assertThat(api.fetchCatalogue().findGame("b")).isPresent();
        }
        provider.takeRequest();
        assertThat(provider.takeRequest().getHeaders().names()).doesNotContain("If-None-Match", "If-Modified-Since");
    }

    @Test
    void a_304_without_a_cached_copy_is_retried_once_and_then_unexpected() {
        provider.enqueue(304, "").enqueue(200, games("a"));
        try (var api = provider.builder().build()) {
            assertThat(api.fetchCatalogue().findGame("a")).isPresent();
        }
        provider.enqueue(304, "").enqueue(304, "");
        var failure = provider.failure(UnexpectedResponseException.class, CustomerApi::fetchCatalogue);
        assertThat(failure.status()).isEqualTo(304);
    }

    @Test
    void a_304_with_another_etag_does_not_confirm_the_copy_and_causes_a_full_fetch() {
        provider.enqueue(200, games("a"), "ETag", "\"1\"")
                .enqueue(304, "", "ETag", "\"2\"")
                .enqueue(200, games("b"), "ETag", "\"2\"")
                .enqueue(304, "", "ETag", "W/\"2\"");
        try (var api = provider.builder().build()) {
            api.fetchCatalogue();
            var second = api.fetchCatalogue();
            assertThat(second.findGame("b")).isPresent();
            assertThat(api.fetchCatalogue()).isSameAs(second);
        }
        provider.takeRequest();
        provider.takeRequest();
        assertThat(provider.takeRequest().getHeaders().get("If-None-Match")).isNull();
        assertThat(provider.takeRequest().getHeaders().get("If-None-Match")).isEqualTo("\"2\"");
    }

    @Test
    void a_412_causes_one_request_without_the_condition_in_the_same_call() {
        provider.enqueue(200, games("a"), "ETag", "\"1\"")
                .enqueue(412, "{\"message\":\"precondition failed\"}")
                .enqueue(200, games("b"), "ETag", "\"2\"")
                .enqueue(304, "");
        var attempts = new ArrayList<Integer>();
        try (var api = provider.builder()
                .maxAttempts(1)
                .listener(attempt -> attempts.add(attempt.number()))
                .build()) {
            api.fetchCatalogue();
            var second = api.fetchCatalogue();
            assertThat(second.findGame("b")).isPresent();
            assertThat(api.fetchCatalogue()).isSameAs(second);
        }
        assertThat(attempts).containsExactly(1, 1, 2, 1);
        assertThat(provider.pauses).isEmpty();
        provider.takeRequest();
        var conditional = provider.takeRequest().getHeaders();
        var whole = provider.takeRequest().getHeaders();
        assertThat(conditional.get("If-None-Match")).isEqualTo("\"1\"");
        assertThat(whole.names()).doesNotContain("If-None-Match", "If-Modified-Since");
        assertThat(whole.get("X-Request-Id")).isEqualTo(conditional.get("X-Request-Id"));
        assertThat(provider.takeRequest().getHeaders().get("If-None-Match")).isEqualTo("\"2\"");
    }

    @Test
    void a_second_412_is_reported_and_the_copy_remains() {
        provider.enqueue(200, games("a"), "ETag", "\"1\"")
                .enqueue(412, "")
                .enqueue(412, "")
                .enqueue(304, "");
        try (var api = provider.builder().build()) {
            var copy = api.fetchCatalogue();
            var failure = catchThrowableOfType(ErrorResponseException.class, api::fetchCatalogue);
            assertThat(failure.status()).isEqualTo(412);
            assertThat(provider.server.getRequestCount()).isEqualTo(3);
            assertThat(api.fetchCatalogue()).isSameAs(copy);
        }
    }

    @Test
    void a_response_of_exactly_the_limit_is_accepted_and_a_compressed_one_is_decompressed() throws Exception {
        var packed = new Buffer();
        try (var gzip = Okio.buffer(new GzipSink(packed))) {
            gzip.writeUtf8(NO_GAMES);
        }
        provider.enqueue(200, NO_GAMES)
                .enqueue(new MockResponse.Builder()
                        .addHeader("Content-Encoding", "gzip")
                        .body(packed)
                        .build())
                .enqueue(200, NO_GAMES + " ");
        try (var api = provider.builder().maxResponseBytes(NO_GAMES.length()).build()) {
            assertThat(api.fetchCatalogue().games()).isEmpty();
            assertThat(api.fetchCatalogue().games()).isEmpty();
            assertThat(catchThrowableOfType(UnexpectedResponseException.class, api::fetchCatalogue))
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "\"ü\"", "1", "\"1", "W/1", "w/\"1\"", "\"1\", \"2\"", "\"a b\""})
    void an_etag_without_the_form_of_one_is_not_sent(String etag) {
        var response = new MockResponse.Builder()
                .body(games("a"))
                .addHeaderLenient("ETag", etag)
                .addHeader("Last-Modified", DATE);
        provider.enqueue(response.build()).enqueue(304, "");
        try (var api = provider.builder().build()) {
            assertThat(api.fetchCatalogue()).isSameAs(api.fetchCatalogue());
        }
        provider.takeRequest();
        var second = provider.takeRequest().getHeaders();
        assertThat(second.get("If-None-Match")).isNull();
        assertThat(second.get("If-Modified-Since")).isEqualTo(DATE);
    }

    @Test
    void a_copy_remains_after_an_unexpected_response() {
        var body = "{\"data\":[null]}";
        provider.enqueue(200, games("a"), "ETag", "\"1\"")
                .enqueue(200, body, "ETag", "\"2\"")
                .enqueue(304, "");
        try (var api = provider.builder().build()) {
            var good = api.fetchCatalogue();
            var failure = catchThrowableOfType(UnexpectedResponseException.class, api::fetchCatalogue);
            assertThat(failure.bodyExcerpt()).isEqualTo(body);
            assertThat(api.fetchCatalogue()).isSameAs(good);
        }
    }

    /** Unknown fields are kept, and a small body could otherwise become a hundred times as much memory. */
    @Test
    void a_game_with_millions_of_values_in_an_unknown_field_is_unexpected() {
        var values = "[],".repeat(2_000_000) + "0";
        provider.enqueue(200, games("a").replace("\"slug\"", "\"more\":[" + values + "],\"slug\""));
        provider.failure(UnexpectedResponseException.class, CustomerApi::fetchCatalogue);
    }
}
