package dev.operatorkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.operatorkit.money.CurrencyCode;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
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
            api.createLaunchUrl(realMoney(longest));
        }
        assertThat(provider.takeRequest().getUrl().queryParameter("token")).isEqualTo(longest);
        for (var token : List.of("", "x".repeat(2049), longest + "x")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> realMoney(token))
                    .withMessage("token must have 1 to 2048 characters");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> realMoney("a\ud83c"))
                .withMessageStartingWith("token");
    }

    @Test
    void a_builder_creates_the_launch_by_the_names_of_its_fields() {
        var eur = CurrencyCode.of("EUR");
        var builder = LaunchRequest.RealMoney.builder()
                .token("token-1")
                .currency(eur)
                .ipAddress("203.0.113.7")
                .gameSlug("slug");
        assertThat(builder.build()).isEqualTo(new LaunchRequest.RealMoney("slug", "203.0.113.7", eur, "token-1", null));
        assertThat(builder.ipAddress(InetAddress.getLoopbackAddress())
                        .lang("de")
                        .build())
                .isEqualTo(new LaunchRequest.RealMoney("slug", "127.0.0.1", eur, "token-1", "de"));
    }

    @Test
    void a_builder_names_the_field_that_is_missing() {
        var builder = LaunchRequest.RealMoney.builder().gameSlug("slug").ipAddress("::1");
        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessage("currency is missing");
        builder.currency(CurrencyCode.of("EUR"));
        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessage("token is missing");
    }

    private static LaunchRequest realMoney(String token) {
        return new LaunchRequest.RealMoney("slug", "203.0.113.7", CurrencyCode.of("EUR"), token, null);
    }

    @Test
    void a_launch_response_is_never_stored_or_reused_even_with_a_cache(@TempDir Path dir) throws Exception {
        var headers = new String[] {
            "Cache-Control", "public, max-age=300", "ETag", "\"1\"", "Last-Modified", "Sat, 21 Nov 2026 09:00:00 GMT"
        };
        provider.enqueue(200, url("first"), headers).enqueue(200, url("second"), headers);
        var request = new LaunchRequest.Demo("slug", "203.0.113.7", null);
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
        var request = new LaunchRequest.RealMoney("slug", "203.0.113.7", CurrencyCode.of("EUR"), "canary", null);
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
