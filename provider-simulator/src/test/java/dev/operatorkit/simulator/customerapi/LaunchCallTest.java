package dev.operatorkit.simulator.customerapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.server.Simulator;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the launch call: LAU-1 to LAU-7, LAU-12, LAU-13, D-11 to D-13, D-36. */
class LaunchCallTest {
    private static final String REAL = "ipAddress=127.0.0.1&freeToPlay=false&currency=EUR&token=token-1";

    @AutoClose
    private static final Simulator simulator = RawApi.startSimulator();

    private static final RawApi api = new RawApi(simulator);

    private static RawApi.Reply launch(String slug, String query) {
        return api.get("/api/v1/games/" + slug, query).send();
    }

    @Test
    void each_real_money_launch_returns_a_new_url() {
        var first = launch("cherry-rush", REAL);
        var second = launch("cherry-rush", REAL);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().path("data").path("url").asText()).startsWith(simulator.address() + "/play/");
        assertThat(first.text()).isNotEqualTo(second.text()).doesNotContain("token-1");
    }

    @ParameterizedTest
    @CsvSource({
        "freeToPlay=false&currency=EUR&token=t, ipAddress is missing",
        "ipAddress=&freeToPlay=true, ipAddress is missing",
        "ipAddress=localhost&freeToPlay=true, ipAddress must be",
        "ipAddress=010.0.0.1&freeToPlay=true, ipAddress must be",
        "ipAddress=127.0.0.1, freeToPlay is missing",
        "ipAddress=127.0.0.1&freeToPlay=yes, freeToPlay must be true or false",
        "ipAddress=127.0.0.1&freeToPlay=false&token=t, currency is missing",
        "ipAddress=127.0.0.1&freeToPlay=false&currency=EUR, token is missing",
        "ipAddress=127.0.0.1&freeToPlay=false&currency=ABCDEFGHIJK&token=t, currency is no",
        "ipAddress=127.0.0.1&freeToPlay=false&currency=FUN&token=t, FUN is for demos",
        "ipAddress=127.0.0.1&freeToPlay=true&currency=EUR, currency must be omitted",
        "ipAddress=127.0.0.1&freeToPlay=true&token=t, token must be omitted",
        "ipAddress=127.0.0.1&freeToPlay=true&lang=eng, lang must be two letters",
        "ipAddress=127.0.0.1&freeToPlay=true&lang=, lang must be two letters",
        "ipAddress=127.0.0.1&freeToPlay=true&freeToPlay=true, freeToPlay appears twice",
        "ipAddress=127.0.0.1&freeToPlay=true&x=%ff, not UTF-8",
        "ipAddress=127.0.0.1&freeToPlay=false&currency=EUR&token=a%00b, control characters",
    })
    void an_invalid_or_missing_query_parameter_gets_400(String query, String message) {
        var reply = launch("cherry-rush", query);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.message()).contains(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%zz", "%4", "%"})
    void a_malformed_percent_escape_gets_400(String value) throws IOException {
        var query = "ipAddress=127.0.0.1&freeToPlay=true&x=" + value;
        var reply = api.sendRaw(api.closingHead("GET", "/api/v1/games/cherry-rush", query, ""));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.message()).contains("malformed");
    }

    @Test
    void an_unknown_game_gets_404() {
        var reply = launch("no-such-game", REAL);
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.message()).contains("no-such-game");
    }

    @Test
    void a_game_that_is_not_enabled_gets_404() {
        var reply = launch("desert-scarab", REAL);
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.message()).contains("not enabled");
    }

    @ParameterizedTest
    @CsvSource({
        "198.51.100.9, 404",
        "203.0.113.9, 200",
        "192.0.2.1, 404",
        "2001:db8::9, 200",
        "127.0.0.1, 200",
        "::ffff:198.51.100.9, 404"
    })
    void a_launch_from_a_restricted_country_gets_404(String ip, int status) {
        // Restricted in the United States and Great Britain.
        var reply = launch("emerald-vault", "ipAddress=" + ip + "&freeToPlay=true");
        assertThat(reply.status()).isEqualTo(status);
        if (status == 404) {
            assertThat(reply.message()).contains("restricted in");
        }
    }

    @Test
    void a_slug_of_256_characters_gets_400_and_an_unknown_one_of_255_gets_404() {
        assertThat(launch("x".repeat(256), REAL).status()).isEqualTo(400);
        assertThat(launch("a%00b", REAL).status()).isEqualTo(400);
        assertThat(launch("x".repeat(255), REAL).status()).isEqualTo(404);
    }

    @Test
    void d_36_a_session_token_of_2048_characters_is_accepted_and_a_longer_one_gets_400() {
        for (var letter : List.of("x", "%F0%9F%8E%B0")) {
            var token = letter.repeat(2048);
            var answer = launch("cherry-rush", REAL.replace("token-1", token));
            assertThat(answer.status()).as(letter).isEqualTo(200);
            var longer = launch("cherry-rush", REAL.replace("token-1", token + "y"));
            assertThat(longer.status()).isEqualTo(400);
            assertThat(longer.message()).isEqualTo("token must have 1 to 2048 characters");
        }
    }

    @Test
    void a_launch_never_gets_304() {
        var first = launch("cherry-rush", REAL);
        assertThat(first.header("Cache-Control")).isEqualTo("public, max-age=300");
        var again = api.get("/api/v1/games/cherry-rush", REAL)
                .header("If-None-Match", "*, " + first.header("ETag"))
                .header("If-Modified-Since", first.header("Last-Modified"))
                .send();
        assertThat(again.status()).isEqualTo(200);
    }
}
