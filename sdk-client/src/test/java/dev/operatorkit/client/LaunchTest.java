package dev.operatorkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import okhttp3.Cache;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchTest {
    @AutoClose
    private final Provider provider = new Provider();

    @Test
    void d_36_a_session_token_has_1_to_2048_characters() {
        var longest = "\uD83C\uDFB0".repeat(2048);
        provider.enqueue(200, url("a"));
        try (var api = provider.builder().build()) {
            api.createLaunchUrl(Provider.launch(longest));
        }
        assertThat(provider.takeRequest().getUrl().queryParameter("token")).isEqualTo(longest);
        for (var token : List.of("", "x".repeat(2049), longest + "x")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Provider.launch(token))
                    .withMessage("token must have 1 to 2048 characters");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Provider.launch("a\ud83c"))
                .withMessageStartingWith("token");
    }

    @Test
    void a_builder_creates_the_launch_by_the_names_of_its_fields() {
        var launch = LaunchRequest.realMoney("slug")
                .token("token-1")
                .currency("EUR")
                .lang(Locale.GERMANY)
                .ip(InetAddress.getLoopbackAddress());
        assertThat(launch.build()).hasToString("LaunchRequest[slug, 127.0.0.1, EUR, token hidden, de]");
        for (var detected : List.of(Locale.ROOT, Locale.forLanguageTag("fil-PH"))) {
            assertThat(launch.lang(detected).build()).hasToString("LaunchRequest[slug, 127.0.0.1, EUR, token hidden]");
        }
        assertThat(launch.build())
                .isEqualTo(launch.build())
                .isNotEqualTo(launch.token("token-2").build());
        assertThat(LaunchRequest.demo("slug").ip("::1").build()).hasToString("LaunchRequest[slug, ::1, demo]");
    }

    @Test
    void a_builder_names_the_field_that_is_missing() {
        var launch = LaunchRequest.realMoney("slug").ip("::1");
        assertThatIllegalArgumentException().isThrownBy(launch::build).withMessage("currency is missing");
        launch.currency("EUR");
        assertThatIllegalArgumentException().isThrownBy(launch::build).withMessage("token is missing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LaunchRequest.demo("slug").build())
                .withMessage("ip is missing");
    }

    @Test
    void a_launch_response_is_never_stored_or_reused_even_with_a_cache(@TempDir Path dir) throws Exception {
        var headers = new String[] {
            "Cache-Control", "public, max-age=300", "ETag", "\"1\"", "Last-Modified", "Sat, 21 Nov 2026 09:00:00 GMT"
        };
        provider.enqueue(200, url("first"), headers).enqueue(200, url("second"), headers);
        var request = LaunchRequest.demo("slug").ip("203.0.113.7").build();
        try (var cache = new Cache(dir.toFile(), 10_000_000);
                var api = provider.builder()
                        .okHttp(new OkHttpClient.Builder().cache(cache).build())
                        .build()) {
            assertThat(api.createLaunchUrl(request)).isEqualTo(URI.create("https://play.example/first"));
            assertThat(api.createLaunchUrl(request)).isEqualTo(URI.create("https://play.example/second"));
            assertThat(cache.writeSuccessCount()).isZero();
            assertThat(cache.size()).isZero();
        }
        for (var i = 0; i < 2; i++) {
            var sent = provider.takeRequest().getHeaders();
            assertThat(sent.get("If-None-Match")).isNull();
            assertThat(sent.get("If-Modified-Since")).isNull();
            assertThat(sent.get("Cache-Control")).isEqualTo("no-store");
        }
    }

    @Test
    void to_string_does_not_contain_the_token() {
        var request = Provider.launch("canary");
        assertThat(request.toString()).doesNotContain("canary").contains("slug");
    }

    @Test
    void session_tokens_have_256_bits_are_url_safe_and_never_repeat() {
        var tokens = new HashSet<>(IntStream.range(0, 10_000)
                .mapToObj(i -> SessionTokens.generate())
                .toList());
        assertThat(tokens).hasSize(10_000).allMatch(token -> token.matches("[A-Za-z0-9_-]{43}"));
    }

    private static String url(String name) {
        return "{\"data\":{\"url\":\"https://play.example/" + name + "\"}}";
    }
}
