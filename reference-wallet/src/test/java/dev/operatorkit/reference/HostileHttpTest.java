package dev.operatorkit.reference;

import static dev.operatorkit.reference.RawCaller.body;
import static dev.operatorkit.reference.RawCaller.head;
import static dev.operatorkit.reference.RawCaller.request;
import static dev.operatorkit.reference.RawCaller.signature;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests malformed and oversized HTTP and other versions, sent to the wallet as raw bytes (fault matrix H). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileHttpTest {
    private static final String LAST_CHUNK = "0\r\n\r\n";

    private final String url = TestDatabase.H2.freshUrl();
    private WalletUnderTest wallet;

    @BeforeAll
    void start() {
        wallet = WalletUnderTest.on(url);
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

    // LENGTH is replaced by the length of the body. Some framings end before the body, which then starts the next
    // request.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: LENGTH\r\nTransfer-Encoding: chunked\r\n\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: LENGTH\r\n\r\n0\r\n\r\n",
                "Content-Length: LENGTH\r\nContent-Length: 0\r\n\r\n",
                "Content-Length: 0\r\nContent-Length: LENGTH\r\n\r\n",
                "Content-Length: LENGTH, 0\r\n\r\n",
                "Content-Length: +LENGTH\r\n\r\n",
                "Content-Length: -LENGTH\r\n\r\n",
                "Content-Length: 0xLENGTH\r\n\r\n",
                "Content-Length: 99999999999999999999\r\n\r\n",
                "Content-Length:\r\n\r\n",
                "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: identity\r\n\r\n",
                "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n",
                "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n",
                "Transfer-Encoding: chunked\r\n\r\n-1\r\n",
                "Transfer-Encoding: chunked\r\n\r\n+1\r\n",
                "Transfer-Encoding: chunked\r\n\r\n0x1\r\n",
                "Transfer-Encoding: chunked\r\n\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n0\r\n\r\n",
                "Content-Length: LENGTH\n\n",
                "X-One: a\nContent-Length: LENGTH\r\n\r\n",
                "Content-Length : LENGTH\r\n\r\n",
                " X-One: a\r\nContent-Length: LENGTH\r\n\r\n",
                "X-One: a\r\n b\r\nContent-Length: LENGTH\r\n\r\n",
                "X-One: a\r\n\tContent-Length: LENGTH\r\n\r\n",
                "X-One: a\u0000b\r\nContent-Length: LENGTH\r\n\r\n",
                "X One: a\r\nContent-Length: LENGTH\r\n\r\n",
                "no colon\r\nContent-Length: LENGTH\r\n\r\n",
                "Host: other\r\nContent-Length: LENGTH\r\n\r\n"
            })
    void h1_ambiguous_body_framing_gets_400_and_no_smuggled_request_is_applied(String framing) throws IOException {
        var first = debit();
        var smuggled = debit();
        var length = String.valueOf(first.body().length);
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(head(first)
                    + signature(first)
                    + framing.replace("LENGTH", length)
                    + body(first)
                    + request(smuggled));
            assertThat(caller.statuses()).containsExactly(400);
        }
        assertThat(wasApplied(smuggled)).isFalse();
        assertThat(wasApplied(first)).isFalse();
    }

    @Test
    void h1_well_formed_pipelined_requests_succeed() throws IOException {
        var first = debit();
        var last = debit();
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(request(first) + closing(request(last)));
            assertThat(caller.statuses()).containsExactly(200, 200);
        }
    }

    @Test
    void h3_an_oversized_chunked_body_gets_413_before_it_ends_and_the_connection_is_closed() throws IOException {
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(chunked(oversized(), 1000)); // without the last chunk
            assertThat(caller.statuses()).containsExactly(413);
        }
    }

    @Test
    void h3_a_request_after_an_oversized_chunked_body_is_applied_unless_the_413_closes_the_connection()
            throws IOException {
        var large = oversized();
        var next = debit();
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(chunked(large, 1000)).send(LAST_CHUNK + closing(request(next)));
            var responses = caller.readUntilClosed();
            // The connection stays open only if the last chunk has arrived when the wallet responds.
            assertThat(RawCaller.statuses(responses)).isIn(List.of(413), List.of(413, 200));
            assertThat(responses).containsOnlyOnce("Connection: close");
            assertThat(wasApplied(next)).isEqualTo(RawCaller.statuses(responses).contains(200));
        }
        assertThat(wasApplied(large)).isFalse();
    }

    @Test
    void h3_a_compressed_body_gets_422() throws IOException {
        var packed = debit().body(gzip(debit().body()));
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(closing(request(packed).replace("Host", "Content-Encoding: gzip\r\nHost")));
            assertThat(caller.statuses()).containsExactly(422);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void h3_a_chunked_body_is_accepted(int size) throws IOException {
        var debit = debit();
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(closing(chunked(debit, size)) + LAST_CHUNK);
            assertThat(caller.statuses()).containsExactly(200);
        }
    }

    private static SignedCallback oversized() {
        return debit().text("padding", "x".repeat(64 * 1024));
    }

    /** Returns a request with its body in chunks of this size, but without the last chunk. */
    private static String chunked(SignedCallback callback, int size) {
        var request = new StringBuilder(head(callback))
                .append(signature(callback))
                .append("Transfer-Encoding: chunked\r\n\r\n");
        for (var rest = body(callback); !rest.isEmpty(); rest = rest.substring(Math.min(size, rest.length()))) {
            var chunk = rest.substring(0, Math.min(size, rest.length()));
            request.append(Integer.toHexString(chunk.length()))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        return request.toString();
    }

    @Test
    void h5_oversized_headers_and_paths_are_rejected_and_the_connection_is_closed() throws IOException {
        for (var form : List.of("X-Long: %s\r\n\r\n", "%s: x\r\n\r\n")) {
            try (var caller = new RawCaller(wallet.address())) {
                caller.send("GET /wallet/player HTTP/1.1\r\nHost: wallet\r\n" + form.formatted("x".repeat(17 * 1024))
                        + request(debit()));
                assertThat(caller.statuses()).hasSize(1).isSubsetOf(431, 400);
            }
        }
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(
                    "GET /wallet/" + "x".repeat(33 * 1024) + " HTTP/1.1\r\nHost: wallet\r\n\r\n" + request(debit()));
            assertThat(caller.statuses()).containsExactly(414);
        }
    }

    @Test
    void h6_two_content_types_get_422() throws IOException {
        var debit = debit();
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(closing(request(debit).replace("Host", "Content-Type: application/json\r\nHost")));
            assertThat(caller.statuses()).containsExactly(422);
        }
        assertThat(wasApplied(debit)).isFalse();
    }

    @Test
    void sig_2_a_debit_to_a_target_in_absolute_form_is_applied() throws IOException {
        var debit = debit();
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(closing(request(debit).replaceFirst("POST /", "POST http://wallet/")));
            assertThat(caller.statuses()).containsExactly(200);
        }
        assertThat(wasApplied(debit)).isTrue();
    }

    @Test
    void h7_other_methods_are_rejected_and_echo_nothing() throws IOException {
        for (var method : List.of("GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW")) {
            var wrong = SignedCallback.get("/debit").method(method);
            try (var caller = new RawCaller(wallet.address())) {
                caller.send(closing(head(wrong) + "X-Canary: canary-in-a-header\r\n" + signature(wrong) + "\r\n"));
                assertThat(caller.readUntilClosed())
                        .as(method)
                        .startsWith("HTTP/1.1 405 ")
                        .doesNotContain("canary");
            }
        }
        try (var caller = new RawCaller(wallet.address())) {
            caller.send("CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\nConnection: close\r\n\r\n");
            assertThat(caller.statuses()).hasSize(1).allMatch(status -> status >= 400 && status < 500);
        }
    }

    @Test
    void h9_a_movement_whose_client_disconnected_can_be_replayed_and_looked_up() throws IOException {
        var seen = debit();
        var caller = new RawCaller(wallet.address()).send(request(seen));
        await().until(() -> wasApplied(seen));
        caller.reset();
        assertAppliedOnce(seen);
        for (var i = 0; i < 20; i++) {
            var unseen = debit();
            new RawCaller(wallet.address()).send(request(unseen)).reset();
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
    void h10_http_2_is_not_supported() throws IOException {
        var preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(preface + request(debit()));
            assertThat(caller.readUntilClosed()).doesNotContain("HTTP/2").doesNotContain(" 200 ");
        }
        // A request to upgrade is ignored.
        var debit = debit();
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(closing(
                    request(debit).replace("Host", "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nHost")));
            assertThat(caller.statuses()).containsExactly(200);
        }
    }

    private static String closing(String request) {
        return request.replaceFirst("Host: wallet", "Host: wallet\r\nConnection: close");
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private boolean wasApplied(SignedCallback debit) {
        return wallet.send(SignedCallback.lookup("player-1", id(debit))).status() == 200;
    }

    private static String id(SignedCallback debit) {
        return new WalletUnderTest.Answer(0, body(debit)).get("transactionId").textValue();
    }
}
