package dev.operatorkit.reference.http;

import static dev.operatorkit.reference.CallbackText.body;
import static dev.operatorkit.reference.CallbackText.head;
import static dev.operatorkit.reference.CallbackText.request;
import static dev.operatorkit.reference.CallbackText.signature;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.raw.RawClient;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests that the guard stands in front of the callbacks, and the rejections that come before a body is read. The tests of
 * {@code http-guard} prove its rules one by one (fault matrix H).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuardedPortTest {
    private static final String UNLISTED = "127.0.0.2";
    private static final int UNLISTED_CALLERS = 30;

    private final String url = TestDatabase.H2.freshUrl();
    private WalletUnderTest wallet;

    @BeforeAll
    void start() {
        wallet = WalletUnderTest.on(url, "--allow-source", "127.0.0.1");
    }

    @AfterAll
    void assertLedgerBalances() {
        wallet.close();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    private static SignedCallback debit() {
        return SignedCallback.debit(UUID.randomUUID().toString())
                .player("player-1")
                .stake("0.01");
    }

    private static String closing(String request) {
        return request.replaceFirst("Host: wallet", "Host: wallet\r\nConnection: close");
    }

    private static String id(SignedCallback debit) {
        return new WalletUnderTest.Answer(0, body(debit)).get("transactionId").textValue();
    }

    private boolean wasApplied(SignedCallback debit) {
        return wallet.send(SignedCallback.lookup("player-1", id(debit))).status() == 200;
    }

    private List<Integer> statuses(String requests) throws IOException {
        return RawClient.statuses(RawClient.exchange(wallet.address(), requests));
    }

    @Test
    void h3_an_oversized_body_gets_413_before_it_ends_and_the_connection_is_closed() throws IOException {
        var large = debit().text("padding", "x".repeat(64 * 1024));
        var chunked = head(large) + signature(large) + "Transfer-Encoding: chunked\r\n\r\n"
                + ("3e8\r\n" + "x".repeat(1000) + "\r\n").repeat(70);
        assertThat(statuses(chunked)).as("without the last chunk").containsExactly(413);
        assertThat(statuses(head(large) + signature(large) + "Content-Length: 65537\r\n\r\n{"))
                .as("announced (D-36)")
                .containsExactly(413);
        assertThat(wasApplied(large)).isFalse();
    }

    @Test
    void h7_other_methods_are_rejected_and_echo_nothing() throws IOException {
        for (var method : List.of("GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW")) {
            var wrong = SignedCallback.get("/debit").method(method);
            var request = closing(head(wrong) + "X-Canary: canary-in-a-header\r\n" + signature(wrong) + "\r\n");
            assertThat(RawClient.exchange(wallet.address(), request))
                    .as(method)
                    .startsWith("HTTP/1.1 405 ")
                    .doesNotContain("canary");
        }
    }

    @Test
    void h9_a_movement_whose_client_disconnected_can_be_replayed_and_looked_up() throws IOException {
        var seen = debit();
        var caller = new RawClient(wallet.address()).send(request(seen));
        await().until(() -> wasApplied(seen));
        caller.reset();
        assertAppliedOnce(seen);
        for (var i = 0; i < 20; i++) {
            var unseen = debit();
            new RawClient(wallet.address()).send(request(unseen)).reset();
            assertAppliedOnce(unseen);
        }
    }

    /** Asserts that the movement is applied once, at the first attempt or now, and gets the same response. */
    private void assertAppliedOnce(SignedCallback debit) {
        var answer = wallet.send(debit);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(wallet.send(SignedCallback.lookup("player-1", id(debit)))).isEqualTo(answer);
    }

    @Test
    void h10_http_2_is_not_supported_and_http_1_0_moves_money_once() throws IOException {
        assertThat(statuses("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + request(debit())))
                .containsExactly(505);
        var upgrade = "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nHost";
        assertThat(statuses(closing(request(debit()).replace("Host", upgrade))))
                .as("a request to upgrade is ignored")
                .containsExactly(200);
        var debit = debit();
        for (var i = 0; i < 2; i++) {
            assertThat(statuses(request(debit).replaceFirst("HTTP/1.1", "HTTP/1.0") + request(debit())))
                    .containsExactly(200);
        }
    }

    private static String halfOf(SignedCallback callback, String headers) {
        return head(callback) + headers + "Content-Length: " + callback.body().length + "\r\n\r\n"
                + body(callback).substring(0, 1);
    }

    @Test
    void net_2_an_unlisted_source_gets_401_before_its_body_arrives_and_is_disconnected() throws IOException {
        var debit = debit();
        List<RawClient> unlisted = new ArrayList<>();
        for (var i = 0; i < UNLISTED_CALLERS; i++) {
            unlisted.add(new RawClient(wallet.address(), UNLISTED).send(halfOf(debit, signature(debit))));
        }
        for (var caller : unlisted) {
            try (caller) {
                assertThat(caller.statuses()).containsExactly(401);
            }
            assertThat(wallet.send(debit()).status()).isEqualTo(200);
        }
        try (var caller = new RawClient(wallet.address(), UNLISTED)) {
            assertThat(caller.send(request(debit) + request(debit())).statuses())
                    .as("a complete request")
                    .containsExactly(401);
        }
    }

    @Test
    void sig_10_d_55_invalid_authentication_headers_get_401_before_the_body_arrives() throws IOException {
        var now = "X-Svc-Timestamp: " + Clock.systemUTC().millis() + "\r\n";
        var signature = "X-Svc-Signature: " + "0".repeat(128) + "\r\n";
        for (var headers : List.of(
                "",
                "X-Svc-Timestamp: 1500000000000\r\n" + signature,
                now,
                signature,
                now + signature.replace("00", "0"),
                now + now + signature)) {
            assertThat(statuses(halfOf(debit(), headers))).as(headers).containsExactly(401);
        }
    }
}
