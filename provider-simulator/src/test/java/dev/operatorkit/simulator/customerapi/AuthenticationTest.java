package dev.operatorkit.simulator.customerapi;

import static dev.operatorkit.simulator.customerapi.RawApi.KEYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.operator.Allowlist;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies the authentication of calls: SIG-1 to SIG-12 and SIG-14, NET-1, GEN-4, D-39 to D-42, D-53, D-55. */
class AuthenticationTest {
    private static final long NOW = 1_790_000_000_000L;
    private static final SecretKeys OTHER = SecretKeys.of("another-secret-for-tests");
    private static Simulator simulator;
    private static RawApi api;

    @BeforeAll
    static void start() {
        simulator = Simulator.start(SimulatorSettings.local(
                Operator.of("demo", KEYS, null),
                Operator.of("other", OTHER, null),
                Operator.of("rotating", SecretKeys.of("the-new-secret-for-tests", RawApi.SECRET), null),
                Operator.of("inside", KEYS, null).withAllowlist(Allowlist.of(List.of("127.0.0.0/8"))),
                Operator.of("outside", KEYS, null).withAllowlist(Allowlist.of(List.of("203.0.113.7")))));
        api = new RawApi(simulator);
    }

    @AfterAll
    static void stop() {
        simulator.close();
    }

    private static RawApi.Request games() {
        return api.get("/api/v1/games");
    }

    private static void assertRefused(RawApi.Reply reply, String message) {
        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.message()).contains(message);
    }

    @Test
    void a_query_is_signed_exactly_as_sent() {
        var query = "token=a%2Bb%2fc&ipAddress=203.0.113.7&freeToPlay=false&currency=EUR&x=&x2";
        assertThat(api.get("/api/v1/games/cherry-rush", query).status()).isEqualTo(200);
    }

    @Test
    void a_path_is_signed_with_its_percent_encoding() {
        var reply = api.get("/api/v1/games/no%2Fsuch%20game", "freeToPlay=true&ipAddress=203.0.113.7")
                .send();
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.message()).contains("no/such game");
    }

    @Test
    void without_a_query_or_body_the_trailing_bar_is_still_signed() {
        var timestamp = Long.toString(Clock.systemUTC().millis());
        var openssl = api.get("/api/v1/games").at(timestamp);
        assertThat(openssl.correctSignature())
                .isEqualTo(hmac("/api/v1/games|" + timestamp + "|"))
                .isNotEqualTo(hmac("/api/v1/games|" + timestamp));
        assertRefused(
                games().at(timestamp)
                        .signature(hmac("/api/v1/games|" + timestamp))
                        .send(),
                "does not match");
        assertThat(openssl.status()).isEqualTo(200);
    }

    private static String hmac(String signed) {
        try {
            var mac = Mac.getInstance("HmacSHA512");
            mac.init(new SecretKeySpec(RawApi.SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA512"));
            return HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_body_changed_by_one_space_after_signing_is_refused() {
        var signed = api.post("/api/v1/free-rounds/campaigns/search", "{\"page\":1}");
        var sent = api.post("/api/v1/free-rounds/campaigns/search", "{\"page\": 1}");
        assertRefused(sent.signature(signed.correctSignature()).send(), "does not match");
    }

    @Test
    void conditional_headers_are_not_signed() {
        var reply = games().header("If-None-Match", "\"x\"").send();
        assertThat(reply.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Operator", "X-Svc-Timestamp", "X-Svc-Signature"})
    void each_authentication_header_is_required(String missing) {
        var request = games();
        var timestamp = Long.toString(Clock.systemUTC().millis());
        request.at(timestamp)
                .header("X-Operator", missing.equals("X-Operator") ? "" : "demo")
                .header("X-Svc-Timestamp", missing.equals("X-Svc-Timestamp") ? "" : timestamp)
                .header("X-Svc-Signature", missing.equals("X-Svc-Signature") ? "" : request.correctSignature());
        assertRefused(request.sendUnchanged(), missing + " is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Operator", "X-Svc-Timestamp", "X-Svc-Signature"})
    void an_authentication_header_sent_twice_is_refused(String twice) {
        var request = games();
        request.header(twice, twice.equals("X-Operator") ? "demo" : "1");
        assertThat(request.status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"17900000000", "+790000000000", "-1790000000000", "1.79e12", "179000000000x", "99999999999999"})
    void a_timestamp_other_than_13_digits_is_refused(String timestamp) {
        assertThat(games().at(timestamp).status()).isEqualTo(401);
    }

    @Test
    void a_signature_in_upper_case_is_refused() {
        var request = games();
        assertRefused(
                request.signature(request.correctSignature().toUpperCase(Locale.ROOT))
                        .send(),
                "lowercase");
    }

    @Test
    void a_signature_with_one_digit_changed_is_refused() {
        var request = games();
        var right = request.correctSignature();
        var wrong = (right.charAt(0) == '0' ? '1' : '0') + right.substring(1);
        assertRefused(request.signature(wrong).send(), "does not match");
    }

    @Test
    void a_timestamp_may_be_off_by_five_minutes_and_not_a_millisecond_more() {
        var clock = Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC);
        var settings = SimulatorSettings.local(Operator.of("demo", KEYS, null)).clock(clock);
        try (var still = Simulator.start(settings)) {
            var games = new RawApi(still);
            for (var offset : List.of(-300_001L, -300_000L, 300_000L, 300_001L)) {
                assertThat(games.get("/api/v1/games").at("" + (NOW + offset)).status())
                        .isEqualTo(Math.abs(offset) > 300_000 ? 401 : 200);
            }
        }
    }

    @Test
    void an_unknown_operator_is_refused_even_with_a_valid_signature() {
        assertRefused(games().as("stranger", KEYS).send(), "does not name a known operator");
    }

    @Test
    void the_secret_of_one_operator_cannot_sign_for_another() {
        assertThat(games().as("other", OTHER).status()).isEqualTo(200);
        assertRefused(games().as("other", KEYS).send(), "does not match");
    }

    @Test
    void a_previous_secret_of_the_key_set_still_verifies() {
        assertThat(games().as("rotating", KEYS).status()).isEqualTo(200);
    }

    @Test
    void an_allowlist_refuses_other_sources_even_with_a_valid_signature() {
        assertThat(games().as("inside", KEYS).status()).isEqualTo(200);
        var outside = games().as("outside", KEYS).header("X-Forwarded-For", "203.0.113.7");
        assertRefused(outside.send(), "not in the allowlist");
    }

    @Test
    void behind_a_trusted_proxy_the_allowlist_judges_the_client() {
        var gate = new AdminGate("a-token-for-tests-only", List.of(), Set.of(), List.of("127.0.0.1"));
        var settings = SimulatorSettings.local(
                        simulator.operators().get("outside"),
                        simulator.operators().get("inside"))
                .gate(gate);
        try (var behind = Simulator.start(settings)) {
            var proxied = new RawApi(behind);
            var forwarded = proxied.get("/api/v1/games").header("X-Forwarded-For", "198.51.100.9, 203.0.113.7");
            assertThat(forwarded.as("outside", KEYS).status()).isEqualTo(200);
            var search = proxied.post("/api/v1/free-rounds/campaigns/search", "{}");
            assertThat(search.as("outside", KEYS)
                            .header("X-Forwarded-For", "203.0.113.7")
                            .status())
                    .isEqualTo(200);
            for (var stranger : List.of("203.0.113.8", "203.0.113.7, 198.51.100.9", "")) {
                var request = proxied.get("/api/v1/games").as("outside", KEYS);
                assertRefused(
                        (stranger.isEmpty() ? request : request.header("X-Forwarded-For", stranger)).send(),
                        "not in the allowlist");
            }
            var inside = proxied.get("/api/v1/games").as("inside", KEYS).header("X-Forwarded-For", "203.0.113.8");
            assertRefused(inside.send(), "the source 203.0.113.8 is not in the allowlist");
        }
    }

    @Test
    void a_get_with_a_body_is_refused() {
        var body = "{}".getBytes(StandardCharsets.UTF_8);
        assertRefused(api.request("GET", "/api/v1/games", "", body).send(), "must not have a body");
    }

    @Test
    void the_signature_is_verified_before_path_and_method() {
        assertThat(api.get("/api/v1/nothing").sendUnchanged().status()).isEqualTo(401);
        assertThat(api.post("/api/v1/games", "{").sendUnchanged().status()).isEqualTo(401);
    }
}
