package dev.operatorkit.simulator.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.Resolver;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.simulator.Bet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalletCallerTest {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-these-tests");
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final Bet BET = new Bet("tx-1", "round-1", "player-1", "game", "token-1", new Money(150, EUR), null);
    private static final String RESULT = """
        {"operatorTransactionId":"op-1","balance":{"amount":12.50,"currency":"EUR","updatedAt":"2026-01-01T00:00:00.000Z"}}\
        """;

    private static WalletCaller caller(String url, CallLimits limits, Resolver resolver) {
        var clock = Clock.systemUTC();
        return new WalletCaller(
                WalletAddress.parse(url),
                KEYS,
                clock,
                limits,
                TargetPolicy.LOOPBACK,
                TrustedCertificates.system(clock),
                resolver);
    }

    private static WalletCaller caller(RawServer server) {
        return caller(server.url("/some/prefix"), CallLimits.DEFAULT, Resolver.SYSTEM);
    }

    private static Callback debit() {
        return CallbackWriter.complete().debit(BET);
    }

    private static RawServer correctWallet() throws IOException {
        return new RawServer((request, socket) -> socket.getOutputStream().write(RawServer.json(200, RESULT)));
    }

    @Test
    void each_callback_is_signed_over_its_full_path_and_its_body_or_query() throws IOException {
        try (var server = correctWallet();
                var caller = caller(server)) {
            var writer = CallbackWriter.complete();
            caller.call(writer.player("book of/ra", "t+k=1&2"));
            caller.call(writer.debit(BET));
            caller.call(writer.credit("tx-2", BET, new Money(0, EUR)));
            caller.call(writer.rollback("tx-3", BET));
            var lookup = caller.call(writer.lookup("player/1", "tx 1"));

            assertThat(server.received).hasSize(5).allSatisfy(request -> {
                assertThat(new Verifier(KEYS, Clock.systemUTC())
                                .verify(FakeWallet.received(request, request.path(), request.body())))
                        .isEqualTo(new Accepted(0));
                assertThat(request.path()).startsWith("/some/prefix/");
                var hasBody = request.body().length > 0;
                assertThat(request.values("Content-Type")).hasSize(hasBody ? 1 : 0);
            });
            assertThat(new String(lookup.signed(), StandardCharsets.UTF_8))
                    .isEqualTo("/some/prefix/players/player%2F1/transactions/tx%201|" + lookup.timestamp() + "|");
            assertThat(server.received.element().target())
                    .isEqualTo("/some/prefix/player?gameId=book%20of%2Fra&token=t%2Bk%3D1%262");
        }
    }

    @Test
    void p3_every_attempt_has_a_new_timestamp_and_signature_over_the_same_body() throws IOException {
        var millis = new AtomicLong(1_760_000_000_000L);
        var ticking = ((InstantSource) () -> Instant.ofEpochMilli(millis.incrementAndGet())).withZone(ZoneOffset.UTC);
        try (var server = correctWallet();
                var caller = new WalletCaller(
                        WalletAddress.parse(server.url("")),
                        KEYS,
                        ticking,
                        CallLimits.DEFAULT,
                        TargetPolicy.LOOPBACK,
                        TrustedCertificates.system(ticking))) {
            var first = caller.call(debit());
            var second = caller.call(debit());
            assertThat(second.timestamp()).isNotEqualTo(first.timestamp());
            assertThat(second.signature()).isNotEqualTo(first.signature());
            assertThat(server.received)
                    .extracting(RawServer.Received::body)
                    .allMatch(body -> java.util.Arrays.equals(body, debit().body()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 308})
    void p4_a_redirect_is_not_followed(int status) throws IOException {
        try (var elsewhere = correctWallet();
                var server = RawServer.answering(
                        "HTTP/1.1 " + status + " Moved\r\nLocation: " + elsewhere.url("/debit")
                                + "\r\nContent-Length: 0\r\n\r\n",
                        new byte[0]);
                var caller = caller(server)) {
            assertThat(ReplyReader.result(caller.call(debit()), EUR))
                    .isEqualTo(new CallbackReply.Refused(
                            status,
                            "a redirect, which is not followed",
                            "unexpected status " + status + ": /debit may answer 200, 401, 409, 422, 500 or 503"));
            assertThat(elsewhere.received).isEmpty();
        }
    }

    @Test
    void p5_a_compressed_response_is_never_decompressed() throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(new byte[10_000_000]);
        }
        try (var server = RawServer.answering(
                        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.size() + "\r\n\r\n",
                        packed.toByteArray());
                var caller = caller(server)) {
            assertThat(ReplyReader.result(caller.call(debit()), EUR))
                    .isInstanceOfSatisfying(
                            CallbackReply.Broken.class,
                            broken -> assertThat(broken.toString())
                                    .contains("compressed (Content-Encoding: gzip)", "Turn compression off"));
            assertThat(server.received.element().values("Accept-Encoding")).isEmpty();
        }
    }

    @Test
    void p5_deeply_nested_json_is_refused() throws IOException {
        var deep = "[".repeat(30_000) + "]".repeat(30_000);
        try (var server = new RawServer((request, socket) -> socket.getOutputStream()
                        .write(RawServer.json(200, RESULT.replace("{\"op", "{\"x\":" + deep + ",\"op"))));
                var caller = caller(server)) {
            assertThat(ReplyReader.result(caller.call(debit()), EUR)).isInstanceOf(CallbackReply.Broken.class);
        }
    }

    @Test
    void p8_a_dead_keep_alive_connection_causes_one_counted_resend() throws IOException {
        try (var server = correctWallet();
                var caller = caller(server)) {
            caller.call(debit());
            server.closeConnections();
            var exchange = caller.call(debit());
            assertThat(ReplyReader.result(exchange, EUR)).isInstanceOf(CallbackReply.Done.class);
            assertThat(exchange.resends()).isEqualTo(1);
            assertThat(caller.resends()).isEqualTo(1);
        }
    }

    @Test
    void p9_the_address_is_checked_after_dns_resolution_and_pinned() throws IOException {
        var asked = new AtomicInteger();
        Resolver rebinding = host ->
                new InetAddress[] {InetAddress.getByName(asked.incrementAndGet() == 1 ? "127.0.0.1" : "169.254.169.254")
                };
        try (var server = correctWallet();
                var caller = caller("http://wallet.example:" + server.port(), CallLimits.DEFAULT, rebinding)) {
            caller.call(debit());
            server.closeConnections();
            caller.call(debit());
            assertThat(asked).hasValue(1);
            assertThat(server.received).hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void p9_a_host_name_resolving_to_a_private_address_is_refused_before_anything_is_sent() {
        Resolver mixed =
                host -> new InetAddress[] {InetAddress.getByName("8.8.8.8"), InetAddress.getByName("10.0.0.7")};
        try (var caller = caller("http://wallet.example", CallLimits.DEFAULT, mixed)) {
            assertThat(caller.call(debit()).result())
                    .isInstanceOfSatisfying(
                            NoResponse.class,
                            silence -> assertThat(silence.cause()).isEqualTo(Cause.TARGET_REFUSED));
        }
    }
}
