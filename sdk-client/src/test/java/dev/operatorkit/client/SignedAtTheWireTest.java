package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.EMPTY_PAGE;
import static dev.operatorkit.client.Provider.KEYS;
import static dev.operatorkit.client.Provider.NO_GAMES;
import static dev.operatorkit.client.Provider.verify;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.wire.CampaignSearch;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import mockwebserver3.MockResponse;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignedAtTheWireTest {
    private static final String LAUNCHED = "{\"data\":{\"url\":\"https://play.example/\"}}";

    @AutoClose
    private final Provider provider = new Provider();

    @Test
    void slugs_codes_and_tokens_with_any_characters_arrive_unchanged_and_verify() {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        try (var api = provider.builder().build()) {
            for (var i = 0; i < 100; i++) {
                var slug = text(random);
                var token = text(random);
                provider.enqueue(200, LAUNCHED).enqueue(200, "");
                api.createLaunchUrl(LaunchRequest.realMoney(slug)
                        .ip("2001:db8::7")
                        .currency("EUR")
                        .token(token)
                        .lang("de")
                        .build());
                api.disableCampaign(slug);

                var launch = provider.takeRequest();
                assertThat(verify(launch)).isEqualTo(new Accepted(0));
                assertThat(launch.getUrl().pathSegments()).containsExactly("api", "v1", "games", slug);
                assertThat(launch.getUrl().queryParameter("token")).isEqualTo(token);
                assertThat(launch.getUrl().queryParameter("ipAddress")).isEqualTo("2001:db8::7");
                var disable = provider.takeRequest();
                assertThat(verify(disable)).isEqualTo(new Accepted(0));
                assertThat(disable.getUrl().pathSegments()).endsWith(slug);
            }
        }
    }

    /** Returns a text of reserved characters, quotes, percent signs and characters of every Unicode plane. */
    private static String text(Random random) {
        var text = new StringBuilder();
        for (var left = 1 + random.nextInt(20); left > 0; left--) {
            text.appendCodePoint(
                    switch (random.nextInt(3)) {
                        case 0 -> " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".charAt(random.nextInt(33));
                        case 1 -> 'a' + random.nextInt(26);
                        default -> anyCharacter(random);
                    });
        }
        return text.toString().matches("\\.\\.?") ? "dots" : text.toString();
    }

    private static int anyCharacter(Random random) {
        var c = 0xa0 + random.nextInt(0x10ffff - 0xa0);
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0x1f3b0 : c;
    }

    @Test
    void every_attempt_has_a_new_timestamp_and_signature() {
        var millis = new AtomicLong(1_760_000_000_000L);
        provider.enqueue(503, "")
                .enqueue(503, "")
                .enqueue(200, NO_GAMES, "ETag", "\"1\"")
                .enqueue(304, "");
        InstantSource ticking = () -> Instant.ofEpochMilli(millis.addAndGet(1000));
        try (var api =
                provider.builder().clock(ticking.withZone(ZoneOffset.UTC)).build()) {
            api.fetchCatalogue();
            api.fetchCatalogue();
        }
        var requests =
                List.of(provider.takeRequest(), provider.takeRequest(), provider.takeRequest(), provider.takeRequest());
        assertThat(requests)
                .extracting(request -> request.getHeaders().get("X-Svc-Timestamp"))
                .doesNotHaveDuplicates();
        assertThat(requests)
                .extracting(request -> request.getHeaders().get("X-Svc-Signature"))
                .doesNotHaveDuplicates();
        var then = Clock.fixed(Instant.ofEpochMilli(millis.get()), ZoneOffset.UTC);
        assertThat(requests)
                .allSatisfy(request -> assertThat(verify(request, then)).isEqualTo(new Accepted(0)));
        assertThat(requests.get(3).getHeaders().get("If-None-Match")).isEqualTo("\"1\"");
    }

    @Test
    void the_first_secret_signs() {
        provider.enqueue(200, NO_GAMES);
        var keySet = SecretKeys.of("the-old-secret-of-old", "a-secret-for-tests");
        try (var api = CustomerApi.of(provider.base(), "operator-1", keySet)) {
            api.fetchCatalogue();
        }
        assertThat(verify(provider.takeRequest())).isNotEqualTo(new Accepted(0));
        assertThat(KEYS.toString()).doesNotContain("secret-for");
    }

    @Test
    void changes_made_by_interceptors_are_signed() {
        provider.enqueue(200, EMPTY_PAGE).enqueue(200, NO_GAMES);
        var own = new OkHttpClient.Builder()
                .addInterceptor(chain -> {
                    var request = chain.request();
                    var url = request.url()
                            .newBuilder()
                            .host("127.0.0.1")
                            .addPathSegment("extra")
                            .build();
                    var body = request.body() == null
                            ? null
                            : RequestBody.create("{ \"page\": 1 }", MediaType.get("application/json"));
                    return chain.proceed(request.newBuilder()
                            .url(url)
                            .method(request.method(), body)
                            .build());
                })
                .addNetworkInterceptor(chain -> chain.proceed(
                        chain.request().newBuilder().header("X-Trace", "1").build()))
                .build();
        try (var api = provider.builder().okHttp(own).build()) {
            api.searchCampaigns(CampaignSearch.all());
            api.fetchCatalogue();
        }
        var search = provider.takeRequest();
        assertThat(search.getTarget()).endsWith("/search/extra");
        assertThat(new String(Provider.body(search), StandardCharsets.UTF_8)).isEqualTo("{ \"page\": 1 }");
        assertThat(verify(search)).isEqualTo(new Accepted(0));
        assertThat(verify(provider.takeRequest())).isEqualTo(new Accepted(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void a_redirect_is_not_followed(int status) {
        try (var elsewhere = new Provider();
                var api = provider.builder().build()) {
            provider.enqueue(new MockResponse.Builder()
                    .code(status)
                    .addHeader("Location", elsewhere.base().toString())
                    .build());
            var failure = catchThrowableOfType(UnexpectedResponseException.class, api::fetchCatalogue);
            assertThat(failure.status()).isEqualTo(status);
            assertThat(failure).hasMessageContaining("redirects are not followed");
            assertThat(elsewhere.server.getRequestCount()).isZero();
        }
    }
}
