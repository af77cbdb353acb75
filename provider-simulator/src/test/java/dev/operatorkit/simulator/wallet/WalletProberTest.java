package dev.operatorkit.simulator.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.WalletProbe.State;
import dev.operatorkit.simulator.wallet.WalletProbe.Subject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies which mistake is named for every kind of wrong wallet, and that no check can move money. */
class WalletProberTest {
    private static final Clock CLOCK = Clock.systemUTC();
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** Lists what writers of JSON write for a body that they have parsed: .NET, Java, Python, JavaScript, PHP and others. */
    private static final List<UnaryOperator<String>> REWRITTEN = List.of(
            WalletProberTest::compact,
            body -> compact(body).replace(",\"", ", \"").replace("\":", "\": "),
            body -> compact(body)
                    .replace(",\"", ", \"")
                    .replace("\":", "\": ")
                    .replace("0.00", "0.0")
                    .replace("é", "\\u00e9"),
            body -> compact(body).replace("0.00", "0"),
            body -> compact(body).replace("0.00", "0.0").replace("/", "\\/"),
            WalletProberTest::sort,
            body -> sort(body).replace("0.00", "0"));

    /** Lists writers whose every body ends or begins in another way, so that the wallet accepts none. */
    private static final List<UnaryOperator<String>> NEVER_AS_SENT = List.of(
            body -> compact(body) + "\n",
            WalletProberTest::indent,
            body -> indent(body).replace("\n", "\r\n"),
            body -> compact(body).replace("}", ",\"freeRoundData\":null}"),
            body -> compact(body).replace("\"payout\"", "\"Payout\""),
            body -> "{}");

    private final FakeWallet wallet = new FakeWallet();
    private Map<String, SecretKeys> otherSecrets = Map.of();

    @AfterEach
    void close() throws IOException {
        assertThat(wallet.server().received)
                .allMatch(request -> request.method().equals("GET")
                        || request.path().endsWith("/credit")
                                && new String(request.body(), StandardCharsets.UTF_8)
                                        .matches("(?s).*\\{\"amount\": ?0(\\.00?)?[ ,].*"));
        assertThat(wallet.movements()).isEmpty();
        wallet.close();
    }

    private static String compact(String body) {
        return write(body, JSON, Map.class);
    }

    private static String sort(String body) {
        return write(body, JSON, TreeMap.class);
    }

    private static String indent(String body) {
        return write(body, JSON.copy().enable(SerializationFeature.INDENT_OUTPUT), Map.class);
    }

    private static String write(String body, ObjectMapper json, Class<?> type) {
        try {
            return json.writeValueAsString(json.readValue(body, type));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private WalletProbe probe() {
        return probe(wallet.url(), FakeWallet.SECRET, "token-1");
    }

    private WalletProbe probe(String address, String secret, String token) {
        var limit = Duration.ofSeconds(30);
        var request = new ProbeRequest(token, true, "cherry-rush", CurrencyCode.of("EUR"), otherSecrets);
        try (var caller = new WalletCaller(
                WalletAddress.parse(address),
                SecretKeys.of(secret),
                CLOCK,
                new CallLimits(limit, limit, 16 * 1024, 64 * 1024),
                TargetPolicy.LOOPBACK,
                TrustedCertificates.system(CLOCK))) {
            return WalletProber.probe(caller, request, CLOCK);
        }
    }

    private static void assertMistake(WalletProbe probe, Subject subject, String mistake, String... next) {
        var check = probe.check(subject);
        assertThat(check.isFailed()).as(probe.toString()).isTrue();
        assertThat(check.mistake()).isEqualTo(mistake);
        assertThat(List.of(next)).allMatch((check.finding() + check.next() + check.otherwise())::contains);
        assertThat(probe.passed()).isFalse();
    }

    @Test
    void a_right_wallet_passes_every_check() {
        var probe = probe();
        assertThat(probe.checks()).as(probe.toString()).allMatch(check -> check.state() == State.PASSED);
        assertThat(probe.summary()).isEqualTo("wallet ready");
        assertThat(probe.check(Subject.TOKEN).finding()).contains("account player-1");
        assertThat(probe.check(Subject.CLOCK).finding()).contains("agree within 2 seconds");
    }

    @Test
    void another_secret_is_named() {
        var probe = probe(wallet.url(), "another-secret-than-theirs", "token-1");
        assertMistake(probe, Subject.SIGNATURE, "wrong secret", "bytes of our secret,", "(1) the full path with");
        assertThat(probe.check(Subject.SIGNATURE).isGuess()).isTrue();
        assertThat(probe.check(Subject.CLOCK).state()).isEqualTo(State.PASSED);
        assertThat(probe.check(Subject.TOKEN).state()).isEqualTo(State.SKIPPED);
        assertThat(probe.summary()).isEqualTo("likely wrong secret");
    }

    @Test
    void a_secret_read_in_a_wrong_way_is_named() {
        otherSecrets = Map.of("with the line break at the end of its file", SecretKeys.of(FakeWallet.SECRET));
        var probe = probe(wallet.url(), "another-secret-than-theirs", "token-1");
        assertMistake(probe, Subject.SIGNATURE, "wrong secret", "with the line break at the end of its file");
        assertThat(probe.check(Subject.SIGNATURE).isGuess()).isFalse();
    }

    @Test
    void a_stripped_prefix_is_named() {
        wallet.stripsPrefix = true;
        assertMistake(probe(), Subject.SIGNATURE, "wrong prefix", "without '/wallet'", "SIG-3");
    }

    @ParameterizedTest
    @CsvSource({"6, ahead of", "-6, behind", "60, ahead of"})
    void a_wrong_clock_is_named_before_the_secret(int minutes, String direction) {
        wallet.clock = Clock.offset(CLOCK, Duration.ofMinutes(minutes));
        var probe = probe();
        assertMistake(probe, Subject.SIGNATURE, "wrong clock", direction + " ours", "NTP");
        assertMistake(probe, Subject.CLOCK, "wrong clock", direction + " ours, by its Date header");
    }

    @ParameterizedTest
    @CsvSource({"345, 5h 45m ahead of", "-10080, 7d behind"})
    void a_wrong_clock_of_the_application_is_named_although_the_date_header_is_right(int minutes, String difference) {
        wallet.shift = Duration.ofMinutes(minutes);
        assertMistake(
                probe(),
                Subject.SIGNATURE,
                "wrong clock in the wallet",
                difference + " ours. Its Date header is right.");
    }

    @Test
    void a_body_that_is_parsed_and_written_again_is_named() {
        for (var style : REWRITTEN) {
            wallet.rewrite = body -> body.isEmpty() ? body : style.apply(body);
            var probe = probe();
            assertMistake(probe, Subject.SIGNATURE, "body not verified as received", "It accepts a signature over {");
            assertThat(probe.check(Subject.SIGNATURE).isGuess()).isFalse();
        }
        for (var style : NEVER_AS_SENT) {
            wallet.rewrite = body -> body.isEmpty() ? body : style.apply(body);
            var probe = probe();
            assertMistake(
                    probe, Subject.SIGNATURE, "body not verified as received", "the same secret, prefix and clock");
            assertThat(probe.check(Subject.SIGNATURE).isGuess()).isTrue();
        }
    }

    @Test
    void a_wallet_that_ignores_the_timestamp_is_reported() {
        wallet.before = request -> {
            request.values("X-Svc-Timestamp")
                    .forEach(sent ->
                            wallet.clock = Clock.fixed(Instant.ofEpochMilli(Long.parseLong(sent)), ZoneOffset.UTC));
            return null;
        };
        assertMistake(probe(), Subject.CLOCK, "wallet does not check the timestamp", "ten minutes old", "SIG-10");
    }

    @ParameterizedTest
    @CsvSource({"/walet, replace /walet", "'', add to"})
    void a_wrong_path_is_no_proof_of_a_signature(String path, String what) {
        var probe = probe(wallet.server().url(path), FakeWallet.SECRET, "token-1");
        assertMistake(probe, Subject.SIGNATURE, "wrong prefix or path", path + "/player was called", what);
        assertThat(probe.check(Subject.UNSIGNED).state()).isEqualTo(State.FAILED);
    }

    @Test
    void an_unknown_token_is_no_fault_of_the_signature() {
        var probe = probe(wallet.url(), FakeWallet.SECRET, "other-token");
        assertMistake(probe, Subject.TOKEN, "unknown token", "403 unknown token", "enter the session token");
        assertThat(probe.check(Subject.SIGNATURE).state()).isEqualTo(State.PASSED);
    }

    @Test
    void a_player_in_another_currency_is_reported_with_both() {
        var player = "{\"accountId\":\"p\",\"displayName\":\"One\",\"balance\":{\"amount\":1,\"currency\":\"USD\","
                + "\"updatedAt\":\"2026-01-01T00:00:00.000Z\"}}";
        wallet.after = FakeWallet.on("/player", out -> out.write(RawServer.json(200, player)));
        assertMistake(probe(), Subject.CURRENCY, "other currency", "in USD, the launch in EUR", "WAL-2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "200; wallet does not reject unsigned requests; Verify the signature before",
                "302; redirect; do not follow redirects",
                "404; wrong prefix or path; replace /wallet",
                "502; wallet fails before it verifies; start the wallet behind it"
            })
    void a_server_that_answers_every_request_alike_is_named(int status, String mistake, String next) {
        wallet.before = request -> FakeResponse.status(status);
        var probe = probe();
        assertMistake(probe, Subject.UNSIGNED, mistake, next);
        assertThat(probe.check(Subject.SIGNATURE).state()).isNotEqualTo(State.PASSED);
    }

    @Test
    void a_server_that_speaks_no_http_is_named_and_nothing_else_is_tried() {
        wallet.before = request -> out -> out.write("SSH-2.0-OpenSSH_9.9\r\n".getBytes(StandardCharsets.ISO_8859_1));
        var probe = probe();
        assertMistake(probe, Subject.CONNECTION, "not an HTTP server", "no HTTP server answers", "correct the port");
        assertThat(probe.check(Subject.CONNECTION).state()).isEqualTo(State.UNANSWERED);
        assertThat(probe.checks().stream().skip(1)).allMatch(check -> check.state() == State.SKIPPED);
        assertThat(wallet.server().received).hasSize(1);
    }

    @Test
    void a_self_signed_certificate_is_named() throws Exception {
        try (var secured = new FakeWallet(FakeWallet.selfSignedSockets(), true, 0)) {
            var probe = probe("https://127.0.0.1:" + secured.port() + "/wallet", FakeWallet.SECRET, "token-1");
            assertMistake(probe, Subject.CONNECTION, "self-signed certificate", "GEN-1", "--ca-cert");
        }
    }

    @Test
    void a_stopped_wallet_is_named_with_its_address() throws Exception {
        wallet.kill();
        var probe = probe();
        assertMistake(
                probe, Subject.CONNECTION, "wallet not reachable", "127.0.0.1:" + wallet.port(), "Start the wallet");
        assertThat(probe.checks())
                .filteredOn(check -> check.state() == State.SKIPPED)
                .hasSize(5);
    }
}
