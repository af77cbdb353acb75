package dev.operatorkit.simulator.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.simulator.wallet.WalletProbe.State;
import dev.operatorkit.simulator.wallet.WalletProbe.Subject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies which mistake is named for every kind of wrong wallet, and that no check can move money. */
class WalletProberTest {
    private static final String SECRET = "a-secret-of-the-probed-wallet";
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final Clock CLOCK = Clock.systemUTC();

    @SuppressWarnings("NullAway.Init") // each test starts it
    private RawServer server;

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            for (var request : server.received) {
                assertThat(request.method()).as("only reads are sent").isEqualTo("GET");
            }
            server.close();
        }
    }

    /** Describes a wallet that is right but for what a test changes. */
    private static final class Wallet {
        SecretKeys keys = SecretKeys.of(SECRET);
        Duration ahead = Duration.ZERO;

        boolean hasDate = true;
        String prefix = "/wallet";
        boolean stripsPrefix;
        boolean checksTime = true;
        String currency = "EUR";

        void answer(RawServer.Received request, OutputStream out) throws IOException {
            var answer = answer(request);
            var date = !hasDate
                    ? ""
                    : "Date: "
                            + DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                    CLOCK.instant().plus(ahead).atOffset(ZoneOffset.UTC))
                            + "\r\n";
            var body = answer.substring(4).getBytes(StandardCharsets.UTF_8);
            out.write(("HTTP/1.1 " + answer.substring(0, 3) + " As scripted\r\nContent-Type: application/json\r\n"
                            + date + "Content-Length: " + body.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            out.write(body);
        }

        private String answer(RawServer.Received request) {
            if (!request.path().startsWith(prefix + "/")) {
                return "404 {\"message\":\"nothing here\"}";
            }
            var path = stripsPrefix ? request.path().substring(prefix.length()) : request.path();
            var mark = request.target().indexOf('?');
            var received = new ReceivedRequest(
                    request.method(),
                    path,
                    mark < 0 ? null : request.target().substring(mark + 1),
                    request.values("X-Svc-Timestamp"),
                    request.values("X-Svc-Signature"),
                    request.body());
            var time = checksTime
                    ? Clock.offset(CLOCK, ahead)
                    : Clock.fixed(
                            Instant.ofEpochMilli(Long.parseLong(request.values("X-Svc-Timestamp").stream()
                                    .findFirst()
                                    .orElse("0"))),
                            ZoneOffset.UTC);
            if (!(new Verifier(keys, time).verify(received) instanceof Accepted)) {
                return "401 {\"message\":\"signature\"}";
            }
            if (request.path().endsWith("/player")) {
                return request.target().contains("token=token-1")
                        ? "200 {\"accountId\":\"player-1\",\"displayName\":\"One\",\"balance\":{\"amount\":1,\"currency\":\""
                                + currency + "\",\"updatedAt\":\"2026-01-01T00:00:00.000Z\"}}"
                        : "403 {\"message\":\"unknown token\"}";
            }
            return "404 {\"message\":\"unknown\"}";
        }
    }

    private WalletProbe probe(Wallet wallet, String path, String token) throws IOException {
        return probe((request, out, socket) -> wallet.answer(request, out), path, token);
    }

    private WalletProbe probe(Wallet wallet) throws IOException {
        return probe(wallet, "/wallet", "token-1");
    }

    private WalletProbe probe(RawServer.Handler handler, String path, String token) throws IOException {
        server = new RawServer(handler);
        return probe(server.url(path), token);
    }

    private WalletProbe probe(RawServer.Handler handler) throws IOException {
        return probe(handler, "/wallet", "token-1");
    }

    private static WalletProbe probe(String address, String token) {
        var limit = Duration.ofSeconds(30);
        var request = new ProbeRequest(
                token,
                true,
                "cherry-rush",
                EUR,
                Map.of("with the line break at the end of its file", SecretKeys.of(SECRET + "\n")));
        try (var caller = new WalletCaller(
                WalletAddress.parse(address),
                SecretKeys.of(SECRET),
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
    void a_right_wallet_passes_every_check() throws Exception {
        var probe = probe(new Wallet());
        assertThat(probe.checks()).as(probe.toString()).allMatch(check -> check.state() == State.PASSED);
        assertThat(probe.summary()).isEqualTo("wallet ready");
        assertThat(probe.check(Subject.TOKEN).finding()).contains("account player-1");
        assertThat(probe.check(Subject.CLOCK).finding()).contains("agree within 2 seconds");
    }

    @Test
    void another_secret_is_named() throws Exception {
        var wallet = new Wallet();
        wallet.keys = SecretKeys.of("another-secret-than-ours");
        var probe = probe(wallet);
        assertMistake(probe, Subject.SIGNATURE, "wrong secret", "bytes of our secret,", "(1) the full path with");
        assertThat(probe.check(Subject.SIGNATURE).isGuess()).isTrue();
        assertThat(probe.check(Subject.CLOCK).state()).isEqualTo(State.PASSED);
        assertThat(probe.check(Subject.TOKEN).state()).isEqualTo(State.SKIPPED);
        assertThat(probe.summary()).isEqualTo("wrong secret");
    }

    @Test
    void a_secret_read_with_its_line_break_is_named() throws Exception {
        var wallet = new Wallet();
        wallet.keys = SecretKeys.of(SECRET + "\n");
        var probe = probe(wallet);
        assertMistake(probe, Subject.SIGNATURE, "wrong secret", "with the line break at the end of its file");
        assertThat(probe.check(Subject.SIGNATURE).isGuess()).isFalse();
    }

    @Test
    void a_stripped_prefix_is_named() throws Exception {
        var wallet = new Wallet();
        wallet.stripsPrefix = true;
        assertMistake(probe(wallet), Subject.SIGNATURE, "wrong prefix", "without '/wallet'", "SIG-3");
    }

    @ParameterizedTest
    @CsvSource({"6, ahead of", "-6, behind", "60, ahead of"})
    void a_wrong_clock_is_named_before_the_secret(int minutes, String direction) throws Exception {
        var wallet = new Wallet();
        wallet.ahead = Duration.ofMinutes(minutes);
        var probe = probe(wallet);
        assertMistake(probe, Subject.SIGNATURE, "wrong clock", direction + " ours", "NTP");
        assertMistake(probe, Subject.CLOCK, "wrong clock", direction + " ours, by its Date header");
    }

    @Test
    void a_wrong_clock_without_a_date_header_is_found_by_trial() throws Exception {
        var wallet = new Wallet();
        wallet.hasDate = false;
        wallet.ahead = Duration.ofMinutes(-6);
        assertMistake(probe(wallet), Subject.SIGNATURE, "wrong clock", "about 10 minutes behind ours");
    }

    @Test
    void a_wallet_that_ignores_the_timestamp_is_reported() throws Exception {
        var wallet = new Wallet();
        wallet.checksTime = false;
        assertMistake(probe(wallet), Subject.CLOCK, "wallet does not check the timestamp", "ten minutes old", "SIG-10");
    }

    @ParameterizedTest
    @CsvSource({"/walet, replace /walet", "'', add to"})
    void a_wrong_path_is_no_proof_of_a_signature(String path, String what) throws Exception {
        var probe = probe(new Wallet(), path, "token-1");
        assertMistake(probe, Subject.SIGNATURE, "wrong prefix or path", path + "/player was called", what);
        assertThat(probe.check(Subject.UNSIGNED).state()).isEqualTo(State.FAILED);
    }

    @Test
    void an_unknown_token_is_no_fault_of_the_signature() throws Exception {
        var probe = probe(new Wallet(), "/wallet", "other-token");
        assertMistake(probe, Subject.TOKEN, "unknown token", "403 unknown token", "enter the session token");
        assertThat(probe.check(Subject.SIGNATURE).state()).isEqualTo(State.PASSED);
    }

    @Test
    void a_player_in_another_currency_is_reported_with_both() throws Exception {
        var wallet = new Wallet();
        wallet.currency = "USD";
        assertMistake(probe(wallet), Subject.CURRENCY, "other currency", "in USD, the launch in EUR", "WAL-2");
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
    void a_server_that_answers_every_request_alike_is_named(int status, String mistake, String next) throws Exception {
        var probe = probe((request, out, socket) -> out.write(RawServer.json(status, "{}")));
        assertMistake(probe, Subject.UNSIGNED, mistake, next);
        assertThat(probe.check(Subject.SIGNATURE).state()).isNotEqualTo(State.PASSED);
    }

    @Test
    void a_server_that_speaks_no_http_is_named_and_nothing_else_is_tried() throws Exception {
        var probe = probe(
                (request, out, socket) -> out.write("SSH-2.0-OpenSSH_9.9\r\n".getBytes(StandardCharsets.ISO_8859_1)));
        assertMistake(probe, Subject.CONNECTION, "not an HTTP server", "no HTTP server answers", "correct the port");
        assertThat(probe.check(Subject.CONNECTION).state()).isEqualTo(State.UNANSWERED);
        assertThat(probe.checks().stream().skip(1)).allMatch(check -> check.state() == State.SKIPPED);
        assertThat(server.received).hasSize(1);
    }

    @Test
    void a_self_signed_certificate_is_named() throws Exception {
        var wallet = new Wallet();
        server = new RawServer(
                FakeWallet.selfSignedSockets(), (request, out, socket) -> wallet.answer(request, out), true, 0);
        var probe = probe("https://127.0.0.1:" + server.port() + "/wallet", "token-1");
        assertMistake(probe, Subject.CONNECTION, "self-signed certificate", "GEN-1", "--ca-cert");
    }

    @Test
    void a_stopped_wallet_is_named_with_its_address() throws Exception {
        server = new RawServer((request, out, socket) -> {});
        var address = server.url("/wallet");
        server.close();
        var probe = probe(address, "token-1");
        assertMistake(
                probe, Subject.CONNECTION, "wallet not reachable", "127.0.0.1:" + server.port(), "Start the wallet");
        assertThat(probe.checks())
                .filteredOn(check -> check.state() == State.SKIPPED)
                .hasSize(5);
    }
}
