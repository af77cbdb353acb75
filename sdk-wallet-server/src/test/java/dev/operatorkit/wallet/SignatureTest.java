package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rows S11 to S16 of the fault matrix: which callbacks the wallet accepts. */
class SignatureTest {
    private static final SecretKeys STRANGERS = SecretKeys.of("the-secret-of-a-stranger");
    private static final byte[] BODY =
            SignedCallback.debit("tx").player("player").stake("1").body();

    private final WalletFixture fixture = new WalletFixture().open("player", 1_000);

    /** Shows what becomes of a rejection; {@code VerifierTest} shows what is rejected. */
    @Test
    void sig_13_a_callback_with_an_invalid_signature_gets_401_without_a_reason_and_is_not_parsed() {
        var valid = SignedCallback.debit("tx").player("player").stake("1");
        for (var callback : List.of(valid, valid.body(new byte[] {'x'}), SignedCallback.player("g", "token"))) {
            var response = fixture.send(callback.sign("/wallet", STRANGERS, WalletFixture.CLOCK));
            assertThat(response.status()).isEqualTo(401);
            assertThat(new String(response.body(), StandardCharsets.UTF_8))
                    .isEqualTo("{\"message\":\"the signature, its timestamp or the source address is not accepted\"}");
        }
        assertThat(fixture.version("player")).isZero();
    }

    @Test
    void s11_a_query_on_a_post_is_ignored_and_a_body_on_a_get_gets_401() {
        var debit = SignedCallback.debit("tx").player("player");
        fixture.expect(200, debit.query("playerId=another"));
        fixture.expect(401, SignedCallback.player("g", "token").body(BODY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"//debit", "/%64ebit", "/debit;a=1", "/debit/", "/DEBIT", ""})
    void s13_a_path_other_than_a_registered_one_gets_404(String path) {
        var callback = SignedCallback.post(path).body(BODY);
        fixture.expect(404, callback);
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
        fixture.expect(405, SignedCallback.lookup("player", "tx").method(method));
    }

    @Test
    void s16_an_unlisted_source_address_gets_401_and_only_trusted_proxies_may_forward() throws Exception {
        var sources = SourceAllowlist.allow("192.0.2.7", "192.0.2.8").trustProxies("10.0.0.0/8");
        var callbacks = callbacks(sources);
        assertThat(callbacks.handle(from("192.0.2.7")).status()).isEqualTo(200);
        assertThat(callbacks.handle(from("10.1.1.1", "192.0.2.7")).status()).isEqualTo(200);
        var behindTwo = from("10.1.1.1", "198.51.100.1, 192.0.2.8, 10.2.2.2");
        assertThat(callbacks.handle(behindTwo).status()).isEqualTo(200);

        for (var rejected : List.of(
                from("192.0.2.9"),
                from("192.0.2.9", "192.0.2.7"),
                from("10.1.1.1", "192.0.2.7, 198.51.100.1"),
                from("10.1.1.1", "rubbish"),
                from("10.1.1.1"))) {
            assertThat(callbacks.handle(rejected).status()).isEqualTo(401);
        }
    }

    @Test
    void net_2_only_allowed_sources_and_their_proxies_may_connect() throws Exception {
        var sources = SourceAllowlist.allow("192.0.2.7").trustProxies("10.0.0.0/8");
        assertThat(sources.mayConnect(InetAddress.getByName("192.0.2.7"))).isTrue();
        assertThat(sources.mayConnect(InetAddress.getByName("10.1.1.1"))).isTrue();
        assertThat(sources.mayConnect(InetAddress.getByName("192.0.2.9"))).isFalse();
        assertThatIllegalArgumentException().isThrownBy(SourceAllowlist::allow).withMessageContaining("or use any()");
        assertThat(SourceAllowlist.allow("192.0.2.7", "::/0").allowsAll()).isTrue();
        assertThat(SourceAllowlist.any().mayConnect(InetAddress.getByName("192.0.2.9")))
                .isTrue();
        assertThat(sources.client(InetAddress.getByName("10.1.1.1"), List.of("192.0.2.9")))
                .isEqualTo(InetAddress.getByName("192.0.2.9"));
    }

    @Test
    void sig_10_a_callback_is_rejected_by_its_head_only_if_no_body_can_make_it_valid() throws Exception {
        var sources = SourceAllowlist.allow("192.0.2.7");
        var callbacks = callbacks(sources);
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
        assertThat(rejected(callbacks, from(late, "192.0.2.7"), 10)).isEqualTo(401);
        assertThat(fixture.version("player")).isZero();
    }

    /** Returns the status; 0 when the body must be read. */
    private static int rejected(WalletCallbacks callbacks, CallbackRequest head, long bodyLength) {
        return callbacks
                .rejectByHeaders(head, bodyLength)
                .map(CallbackResponse::status)
                .orElse(0);
    }

    private WalletCallbacks callbacks(SourceAllowlist sources) {
        var wallet = TransactionalWallet.builder(fixture.store, fixture.players)
                .clock(WalletFixture.CLOCK)
                .build();
        return WalletCallbacks.builder("/wallet", WalletFixture.KEYS, sources, wallet)
                .clock(WalletFixture.CLOCK)
                .build();
    }

    private static CallbackRequest from(String peer, String... forwardedFor) throws Exception {
        return from(
                SignedCallback.debit("tx").player("player").sign("/wallet", WalletFixture.KEYS, WalletFixture.CLOCK),
                peer,
                forwardedFor);
    }

    private static CallbackRequest from(CallbackRequest callback, String peer, String... forwardedFor)
            throws Exception {
        var signed = callback.signedRequest();
        var headers = Map.of(
                Signer.TIMESTAMP_HEADER,
                signed.timestamps(),
                Signer.SIGNATURE_HEADER,
                signed.signatures(),
                "Content-Type",
                List.of("application/json"),
                "X-Forwarded-For",
                List.of(forwardedFor));
        return CallbackRequest.of(
                signed.method(), signed.target(), headers::get, signed.body(), InetAddress.getByName(peer));
    }
}
