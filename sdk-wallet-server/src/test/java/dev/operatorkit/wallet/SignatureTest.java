package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rows S1 to S18 of the fault matrix: the callers that are accepted, and their signatures. */
class SignatureTest {
    private static final SecretKeys OLD = SecretKeys.of("the-secret-of-old-days");
    private static final byte[] BODY =
            SignedCallback.debit("tx").player("player").stake("1").body();

    private final WalletFixture fixture = new WalletFixture().open("player", 1_000);

    @Test
    void s1_one_flipped_bit_anywhere_gets_401() {
        var now = String.valueOf(WalletFixture.NOW.toEpochMilli());
        var signature = new Signer(WalletFixture.KEYS).sign("/wallet/debit", now, BODY);
        for (var i = 0; i < BODY.length; i++) {
            var flipped = BODY.clone();
            flipped[i] ^= 1;
            assertUnauthorized("POST", "/wallet/debit", null, now, signature, flipped);
        }
        for (var i = 0; i < signature.length(); i++) {
            assertUnauthorized("POST", "/wallet/debit", null, now, flipped(signature, i), BODY);
        }
        for (var i = 0; i < now.length(); i++) {
            assertUnauthorized("POST", "/wallet/debit", null, flipped(now, i), signature, BODY);
        }
        assertUnauthorized("POST", "/wallet/credit", null, now, signature, BODY);
        var query = new Signer(WalletFixture.KEYS)
                .sign("/wallet/player", now, "gameId=g&token=t".getBytes(StandardCharsets.UTF_8));
        assertUnauthorized("GET", "/wallet/player", "gameId=g&token=u", now, query, new byte[0]);
        assertThat(fixture.version("player")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"300000, 200", "-300000, 200", "300001, 401", "-300001, 401"})
    void s2_the_timestamp_may_be_five_minutes_off_and_not_a_millisecond_more(long off, int status) {
        var clock = Clock.offset(WalletFixture.CLOCK, Duration.ofMillis(off));
        var request = SignedCallback.debit("tx").player("player").sign("/wallet", WalletFixture.KEYS, clock);
        assertThat(fixture.send(request).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-9223372036854775808",
                "+1760000000000",
                " 1760000000000",
                "176000000000",
                "17600000000000",
                "\u0661\u0667\u0666\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660",
                "1.76e12",
                ""
            })
    void s3_a_timestamp_other_than_13_digits_gets_401(String timestamp) {
        var signature = new Signer(WalletFixture.KEYS).sign("/wallet/debit", timestamp, BODY);
        assertUnauthorized("POST", "/wallet/debit", null, timestamp, signature, BODY);
    }

    @Test
    void s4_a_timestamp_other_than_the_signed_one_gets_401() {
        var signature = new Signer(WalletFixture.KEYS).sign("/wallet/debit", "1760000000001", BODY);
        assertUnauthorized("POST", "/wallet/debit", null, "1760000000000", signature, BODY);
    }

    @Test
    void s5_a_missing_duplicate_or_multi_valued_header_gets_401() {
        var now = "1760000000000";
        var right = new Signer(WalletFixture.KEYS).sign("/wallet/debit", now, BODY);
        assertThat(status(List.of(), List.of(right))).isEqualTo(401);
        assertThat(status(List.of(now), List.of())).isEqualTo(401);
        assertThat(status(List.of(now, now), List.of(right))).isEqualTo(401);
        assertThat(status(List.of(now), List.of(right, right))).isEqualTo(401);
        assertThat(status(List.of(now + "," + now), List.of(right))).isEqualTo(401);
        assertThat(status(List.of(now), List.of(right + "," + right))).isEqualTo(401);
        assertThat(status(List.of(now), List.of(right))).isEqualTo(200);
    }

    @Test
    void s6_a_signature_in_another_format_gets_401() {
        var now = "1760000000000";
        var right = new Signer(WalletFixture.KEYS).sign("/wallet/debit", now, BODY);
        var wrong = List.of(
                right.toUpperCase(Locale.ROOT),
                right.substring(1),
                right + "0",
                "0x" + right.substring(2),
                "g" + right.substring(1));
        wrong.forEach(signature ->
                assertThat(status(List.of(now), List.of(signature))).isEqualTo(401));
    }

    @Test
    void s7_a_previous_secret_is_accepted_during_rotation_and_not_after() {
        var request = SignedCallback.debit("tx").player("player").sign("/wallet", OLD, WalletFixture.CLOCK);
        assertThat(fixture.send(request).status()).isEqualTo(401);
        var both = SecretKeys.of("a-secret-for-tests", "the-secret-of-old-days");
        var wallet = new TransactionalWallet(fixture.store, fixture.players, WalletFixture.CLOCK);
        var rotating = new WalletCallbacks("/wallet", both, WalletFixture.CLOCK, wallet);
        assertThat(rotating.handle(request).status()).isEqualTo(200);
    }

    @Test
    void s9_a_lookup_is_signed_with_its_trailing_bar() {
        fixture.send(SignedCallback.debit("tx").player("player"));
        assertThat(fixture.status(SignedCallback.lookup("player", "tx"))).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "token=a+b&gameId=g, gameId=g&token=a+b", "gameId=g&token=a%20b, gameId=g&token=a+b",
        "gameId=g&token=a%2Fb, gameId=g&token=a%2fb", "gameId=g&token, gameId=g&token=",
    })
    void s10_a_rewritten_query_with_the_same_meaning_gets_401(String signed, String sent) {
        var now = "1760000000000";
        var signature =
                new Signer(WalletFixture.KEYS).sign("/wallet/player", now, signed.getBytes(StandardCharsets.UTF_8));
        assertUnauthorized("GET", "/wallet/player", sent, now, signature, new byte[0]);
    }

    @Test
    void s11_a_query_on_a_post_is_ignored_and_a_body_on_a_get_gets_401() {
        fixture.players.addSession("token", "player", WalletFixture.NOW.plusSeconds(60));
        var debit = SignedCallback.debit("tx").player("player");
        assertThat(fixture.status(debit.query("playerId=somebody"))).isEqualTo(200);
        assertThat(fixture.status(SignedCallback.player("g", "token").body(BODY)))
                .isEqualTo(401);
        assertThat(fixture.status(SignedCallback.post("/debit").body(new byte[0])))
                .isEqualTo(422);
    }

    @Test
    void s12_a_reformatted_body_gets_401() {
        var now = "1760000000000";
        var signature = new Signer(WalletFixture.KEYS).sign("/wallet/debit", now, BODY);
        var text = new String(BODY, StandardCharsets.UTF_8);
        for (var changed : List.of(text.replace(",", ", "), "\ufeff" + text, text + "\r\n", text.replace(":", " :"))) {
            assertUnauthorized("POST", "/wallet/debit", null, now, signature, changed.getBytes(StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//debit",
                "/./debit",
                "/x/../debit",
                "/%64ebit",
                "/debit;a=1",
                "/debit/",
                "/debit|",
                "/DEBIT",
                "",
                "/"
            })
    void s13_a_path_other_than_a_registered_one_gets_404(String path) {
        var callback = SignedCallback.post(path).body(BODY);
        assertThat(fixture.status(callback)).isEqualTo(404);
        assertThat(fixture.send(callback.sign("", WalletFixture.KEYS, WalletFixture.CLOCK))
                        .status())
                .isEqualTo(404);
        assertThat(fixture.version("player")).isZero();
    }

    @Test
    void s14_a_request_replayed_within_five_minutes_gets_the_same_response_and_moves_nothing() {
        var debit = SignedCallback.debit("tx")
                .player("player")
                .stake("1")
                .sign("/wallet", WalletFixture.KEYS, WalletFixture.CLOCK);
        var first = fixture.send(debit);
        for (var i = 0; i < 100; i++) {
            assertThat(fixture.send(debit).body()).isEqualTo(first.body());
        }
        assertThat(fixture.version("player")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "DELETE", "PUT", "TRACE", "OPTIONS", "HEAD"})
    void s15_a_signed_get_sent_with_another_method_gets_405(String method) {
        fixture.players.addSession("token", "player", WalletFixture.NOW.plusSeconds(60));
        var response = fixture.send(SignedCallback.player("g", "token").method(method));
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.headers()).containsEntry("Allow", "GET");
        assertThat(fixture.status(SignedCallback.lookup("player", "tx").method(method)))
                .isEqualTo(405);
    }

    @Test
    void s16_an_unlisted_source_address_gets_401_and_only_trusted_proxies_may_forward() throws Exception {
        var sources = SourceAllowlist.of(List.of("192.0.2.7", "192.0.2.8"), List.of("10.0.0.0/8"));
        var wallet = new TransactionalWallet(fixture.store, fixture.players, WalletFixture.CLOCK);
        var callbacks = new WalletCallbacks("/wallet", WalletFixture.KEYS, WalletFixture.CLOCK, sources, wallet);
        assertThat(callbacks.handle(from("192.0.2.7")).status()).isEqualTo(200);
        assertThat(callbacks.handle(from("192.0.2.9")).status()).isEqualTo(401);
        assertThat(callbacks.handle(from("192.0.2.9", "192.0.2.7")).status()).isEqualTo(401);
        assertThat(callbacks.handle(from("10.1.1.1", "192.0.2.7")).status()).isEqualTo(200);
        assertThat(callbacks.handle(from("10.1.1.1", "192.0.2.7, 198.51.100.1")).status())
                .isEqualTo(401);
        assertThat(callbacks
                        .handle(from("10.1.1.1", "198.51.100.1, 192.0.2.8, 10.2.2.2"))
                        .status())
                .isEqualTo(200);
        assertThat(callbacks.handle(from("10.1.1.1", "rubbish")).status()).isEqualTo(401);
        assertThat(callbacks.handle(from("10.1.1.1")).status()).isEqualTo(401);
    }

    @Test
    void net_2_only_allowed_sources_and_their_proxies_may_connect() throws Exception {
        var sources = SourceAllowlist.of(List.of("192.0.2.7"), List.of("10.0.0.0/8"));
        assertThat(sources.mayConnect(InetAddress.getByName("192.0.2.7"))).isTrue();
        assertThat(sources.mayConnect(InetAddress.getByName("10.1.1.1"))).isTrue();
        assertThat(sources.mayConnect(InetAddress.getByName("192.0.2.9"))).isFalse();
        assertThat(SourceAllowlist.any().mayConnect(InetAddress.getByName("192.0.2.9")))
                .isTrue();
        assertThat(sources.client(InetAddress.getByName("10.1.1.1"), List.of("192.0.2.9")))
                .isEqualTo(InetAddress.getByName("192.0.2.9"));
    }

    @Test
    void sig_10_a_callback_is_rejected_by_its_head_only_if_no_body_can_make_it_valid() throws Exception {
        var sources = SourceAllowlist.of(List.of("192.0.2.7"), List.of());
        var wallet = new TransactionalWallet(fixture.store, fixture.players, WalletFixture.CLOCK);
        var callbacks = new WalletCallbacks("/wallet", WalletFixture.KEYS, WalletFixture.CLOCK, sources, wallet);
        assertThat(rejected(callbacks, from("192.0.2.9"), 10)).isEqualTo(401);
        assertThat(rejected(callbacks, from("192.0.2.7"), 10)).isZero();
        assertThat(rejected(callbacks, from("192.0.2.7"), WalletCallbacks.UNKNOWN_LENGTH))
                .isZero();
        assertThat(rejected(callbacks, from("192.0.2.7"), WalletCallbacks.MAX_BODY_BYTES))
                .isZero();
        assertThat(rejected(callbacks, from("192.0.2.7"), WalletCallbacks.MAX_BODY_BYTES + 1L))
                .isEqualTo(413);
        var late = SignedCallback.debit("tx")
                .player("player")
                .sign("/wallet", WalletFixture.KEYS, Clock.offset(WalletFixture.CLOCK, Duration.ofMillis(-300_001)));
        var allowed = new CallbackRequest(
                late.signedRequest(), late.contentType(), InetAddress.getByName("192.0.2.7"), List.of());
        assertThat(rejected(callbacks, allowed, 10)).isEqualTo(401);
        assertThat(fixture.version("player")).isZero();
    }

    /** Returns the status; 0 when the body must be read. */
    private static int rejected(WalletCallbacks callbacks, CallbackRequest head, long bodyLength) {
        return callbacks
                .rejectByHeaders(head, bodyLength)
                .map(CallbackResponse::status)
                .orElse(0);
    }

    @Test
    void a_rejection_does_not_reveal_its_reason() {
        var request = SignedCallback.debit("tx").player("player").sign("/wallet", OLD, WalletFixture.CLOCK);
        assertThat(new String(fixture.send(request).body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"message\":\"the signature, its timestamp or the source address is not accepted\"}");
    }

    private static CallbackRequest from(String peer, String... forwardedFor) throws Exception {
        var signed =
                SignedCallback.debit("tx").player("player").sign("/wallet", WalletFixture.KEYS, WalletFixture.CLOCK);
        return new CallbackRequest(
                signed.signedRequest(), signed.contentType(), InetAddress.getByName(peer), List.of(forwardedFor));
    }

    private int status(List<String> timestamps, List<String> signatures) {
        var received = new ReceivedRequest("POST", "/wallet/debit", null, timestamps, signatures, BODY);
        return fixture.send(
                        new CallbackRequest(received, "application/json", InetAddress.getLoopbackAddress(), List.of()))
                .status();
    }

    private void assertUnauthorized(
            String method, String path, @Nullable String query, String timestamp, String signature, byte[] body) {
        var received = new ReceivedRequest(method, path, query, List.of(timestamp), List.of(signature), body);
        var request = new CallbackRequest(received, "application/json", InetAddress.getLoopbackAddress(), List.of());
        assertThat(fixture.send(request).status()).isEqualTo(401);
    }

    private static String flipped(String text, int i) {
        var chars = text.toCharArray();
        chars[i] = (char) (chars[i] ^ 1);
        return new String(chars);
    }
}
