package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks, with JUnit tests that send raw bytes, that your HTTP adapter passes callbacks to {@link WalletCallbacks} as they
 * were received, and their responses back: extend it in the tests of that adapter. The conformance suite checks the
 * wallet behind it. Several threads may call the methods that you implement.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HttpAdapterContract {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-adapters");
    private static final Clock CLOCK = Clock.systemUTC();
    private static final String PROVIDER = "192.0.2.7";
    private static final String TOKEN = "canary-token+/é";
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");

    private final InMemoryWalletStore store = new InMemoryWalletStore();
    private final InMemoryPlayers players = new InMemoryPlayers(store);
    private final TransactionalWallet wallet =
            TransactionalWallet.builder(store, players).clock(CLOCK).build();
    private int port;

    /** Creates the contract for a subclass. */
    protected HttpAdapterContract() {}

    /** Starts a server with your adapter on 127.0.0.1, and returns its port. */
    protected abstract int start(WalletCallbacks callbacks) throws Exception;

    /** Stops the server. */
    protected abstract void stop() throws Exception;

    /** Returns the path prefix of the callbacks: {@code /wallet} unless you override this. */
    protected String prefix() {
        return "/wallet";
    }

    /** Returns false if your adapter reads a body before it calls the callbacks, without {@code rejectByHeaders}. */
    protected boolean rejectsByHeaders() {
        return true;
    }

    @BeforeAll
    final void startServer() throws Exception {
        players.addSession(TOKEN, "ann", CLOCK.instant().plus(Duration.ofHours(2)));
        store.openAccount("ann", Money.of("1000", "EUR"));
        // The provider is allowed behind a proxy on this machine only, so every test proves the address of the
        // connection.
        var sources = SourceAllowlist.allow(PROVIDER).trustProxies("127.0.0.1");
        port = start(WalletCallbacks.builder(prefix(), KEYS, sources, wallet)
                .clock(CLOCK)
                .build());
    }

    @AfterAll
    final void stopServer() throws Exception {
        stop();
        wallet.close();
    }

    @Test
    final void a_callback_is_answered_with_json() throws IOException {
        var response = send(SignedCallback.player("game", TOKEN)).require(200);

        assertThat(response.body()).contains("\"accountId\":\"ann\"");
        assertThat(response.head()).containsIgnoringCase("\r\ncontent-type: application/json\r\n");
    }

    /** An id of the lookup may contain any character, each escaped (WAL-12). */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "a/b", "a\\b", "a;b", "a b", "a+b", "a%2Fb", "a//b", "../a", ".", "ä€😀", "a?b#c"})
    final void the_path_is_passed_on_as_received(String id) throws IOException {
        send(debit(id)).require(200);
        send(SignedCallback.lookup("ann", id)).require(200);
    }

    /** The signature is that of the path that is sent, so a server that changes it answers 200 or 401 instead (D-40). */
    @ParameterizedTest
    @ValueSource(strings = {"//debit", "/x/../debit", "/./debit", "/debit;a=b", "/debit/", "/%64ebit"})
    final void another_path_is_not_normalized(String path) throws IOException {
        var bet = "path" + path;
        send(SignedCallback.post(path).text("transactionId", bet).player("ann"))
                .require(404, 400); // some servers reject it themselves
        assertThat(store.findTransaction(bet)).isEmpty();
    }

    @Test
    final void a_target_in_absolute_form_is_the_same_as_its_path() throws IOException {
        var request = text(SignedCallback.player("game", TOKEN));

        exchange(request.replace("GET /", "GET http://wallet.example/")).require(200);
    }

    /** Decoded and encoded again, these queries would have other signatures (SIG-6). */
    @ParameterizedTest
    @ValueSource(strings = {"&x=%2f%2F", "&x=a+b%20c", "&x=%C3%A9", "&&x", "&x=a=b&", "&x=~!*'()"})
    final void the_query_is_passed_on_as_received(String addition) throws IOException {
        send(SignedCallback.player("game", TOKEN).query("gameId=game&token=canary-token%2B%2F%c3%A9" + addition))
                .require(200);
    }

    /** It has 24 KiB (D-36). */
    @Test
    final void the_longest_token_fits_into_the_head() throws IOException {
        send(SignedCallback.player("game", "😀".repeat(2048))).require(403);
    }

    @Test
    final void every_line_of_a_header_is_passed_on() throws IOException {
        var request = text(debit("headers"));

        // D-55, D-37, D-35
        exchange(again(request, Signer.SIGNATURE_HEADER)).require(401);
        exchange(again(request, Signer.TIMESTAMP_HEADER)).require(401);
        exchange(again(request, "Content-Type")).require(422, 400);
        exchange(addHeader(request, "X-Forwarded-For: 198.51.100.1")).require(401);
        exchange(request.replace("X-Forwarded-For", "X-Ignored")).require(401);
        assertThat(store.findTransaction("headers")).isEmpty();
        exchange(request).require(200);
    }

    @Test
    final void utf_8_in_a_header_is_not_a_failure() throws IOException {
        var request = text(debit("utf-8"));

        exchange(request.replaceFirst("X-Svc-Signature: .", "X-Svc-Signature: é"))
                .require(401, 400);
        exchange(request.replace("application/json", "application/json;charset=é"))
                .require(422, 400);
        exchange(request.replace("X-Forwarded-For: ", "X-Forwarded-For: é, ")).require(200, 400, 401);
        exchange(addHeader(request, "X-Player: Ünal")).require(200, 400);
    }

    @Test
    final void a_chunked_body_is_read() throws IOException {
        var callback = debit("chunked");
        var body = new String(callback.body(), StandardCharsets.UTF_8);
        var rest = Integer.toHexString(callback.body().length - 1);
        var chunks = "1\r\n{\r\n" + rest + "\r\n" + body.substring(1) + "\r\n0\r\n\r\n";

        exchange(head(callback) + "Transfer-Encoding: chunked\r\n\r\n" + chunks).require(200);
    }

    @ParameterizedTest
    @CsvSource({
        "true, 0, 200",
        "false, 0, 200",
        "true, 1, 413",
        "false, 1, 413",
        "true, 40000, 413",
        "false, 40000, 413"
    })
    final void a_body_over_the_limit_is_refused(boolean chunked, int excess, int status) throws IOException {
        var bytes = Arrays.copyOf(debit("limit").body(), WalletCallbacks.MAX_BODY_BYTES + excess);
        Arrays.fill(bytes, debit("limit").body().length, bytes.length, (byte) ' ');
        var callback = debit("limit").body(bytes);
        var body = new String(bytes, StandardCharsets.UTF_8);
        var message = chunked
                ? head(callback) + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(bytes.length) + "\r\n"
                        + body + "\r\n0\r\n\r\n"
                : text(callback);

        exchange(message).require(status);
    }

    @Test
    final void an_empty_body_and_none_are_the_same() throws IOException {
        var empty = debit("empty").body(new byte[0]);

        send(empty).require(422);
        exchange(head(empty) + "\r\n").require(422, 411);
        exchange(text(SignedCallback.player("game", TOKEN)).replace("\r\n\r\n", "\r\nContent-Length: 0\r\n\r\n"))
                .require(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/player", "/debit", "/credit", "/rollback", "/players/ann/transactions/x"})
    final void the_callbacks_decide_about_methods(String path) throws IOException {
        var allowed = path.startsWith("/player") ? "GET" : "POST";
        for (var method : List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PURGE")) {
            if (!method.equals(allowed)) {
                var response = send(SignedCallback.get(path).method(method)).require(405);
                assertThat(response.head()).containsIgnoringCase("\r\nallow: " + allowed + "\r\n");
            }
        }
    }

    @Test
    final void the_response_to_head_has_no_body() throws IOException {
        var head = text(SignedCallback.player("game", TOKEN).method("HEAD"));

        try (var connection = connect(head + text(SignedCallback.player("game", TOKEN)))) {
            connection.read(false).require(405);
            connection.read(true).require(200);
        }
    }

    @Test
    final void requests_sent_ahead_are_answered_in_their_order() throws IOException {
        var forged = text(debit("ahead-3")).replaceFirst("X-Svc-Signature: .", "X-Svc-Signature: z");

        try (var connection = connect(text(debit("ahead-1"))
                + text(SignedCallback.lookup("ann", "ahead-1"))
                + text(debit("ahead-2"))
                + forged)) {
            var first = connection.read(true).require(200).body();
            assertThat(connection.read(true).require(200).body()).isEqualTo(first);
            assertThat(connection.read(true).require(200).body()).isNotEqualTo(first);
            connection.read(true).require(401);
        }
    }

    /** Otherwise anyone could occupy a thread of the wallet for as long as the server lets a body arrive. */
    @Test
    final void a_forged_callback_is_rejected_before_its_body_arrives() throws IOException {
        var forged = head(debit("slow")).replaceFirst("X-Svc-Signature: .", "X-Svc-Signature: z");
        var arrived = rejectsByHeaders() ? 1 : 100;

        exchange(forged + "Content-Length: 100\r\n\r\n" + "{".repeat(arrived)).require(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 4000\r\n\r\n%s",
                "Transfer-Encoding: chunked\r\n\r\nfff\r\n%s",
                "Transfer-Encoding: chunked\r\n\r\nzz\r\n%s\r\n0\r\n\r\n"
            })
    final void a_body_that_ends_early_or_is_malformed_is_not_a_callback(String rest) throws IOException {
        var callback = debit("early");
        var message = head(callback) + rest.formatted(new String(callback.body(), StandardCharsets.UTF_8));

        try (var connection = connect(message)) {
            connection.socket.shutdownOutput();
            assertThat(connection.readRest()).doesNotContain(" 200 ", " 500 ");
        }
        assertThat(store.findTransaction("early")).isEmpty();
        send(SignedCallback.player("game", TOKEN)).require(200);
    }

    private static SignedCallback debit(String id) {
        return SignedCallback.debit(id).player("ann").token(TOKEN).stake("1.00");
    }

    private Response send(SignedCallback callback) throws IOException {
        return exchange(text(callback));
    }

    private Response exchange(String message) throws IOException {
        try (var connection = connect(message)) {
            return connection.read(true);
        }
    }

    private Connection connect(String message) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.getOutputStream().write(message.getBytes(StandardCharsets.UTF_8));
        return new Connection(socket, new DataInputStream(socket.getInputStream()));
    }

    private String text(SignedCallback callback) {
        var body = callback.body();
        var length = body.length == 0 && !isPost(callback) ? "" : "Content-Length: " + body.length + "\r\n";
        return head(callback) + length + "\r\n" + new String(body, StandardCharsets.UTF_8);
    }

    private boolean isPost(SignedCallback callback) {
        return sign(callback).signedRequest().method().equals("POST");
    }

    private CallbackRequest sign(SignedCallback callback) {
        return callback.sign(prefix(), KEYS, CLOCK);
    }

    /** Returns the head without its end, to which the length of the body is added. */
    private String head(SignedCallback callback) {
        var signed = sign(callback);
        var received = signed.signedRequest();
        return received.method() + " " + received.target()
                + " HTTP/1.1\r\nHost: wallet.example\r\n"
                + (signed.contentType() == null ? "" : "Content-Type: " + signed.contentType() + "\r\n")
                + Signer.TIMESTAMP_HEADER + ": " + received.timestamps().get(0)
                + "\r\n" + Signer.SIGNATURE_HEADER + ": "
                + received.signatures().get(0)
                + "\r\nX-Forwarded-For: " + PROVIDER + "\r\n";
    }

    /** Repeats the line of a header. */
    private static String again(String message, String header) {
        return message.replaceFirst("(" + header + ": .*\r\n)", "$1$1");
    }

    private static String addHeader(String message, String line) {
        return message.replaceFirst("\r\n\r\n", "\r\n" + line + "\r\n\r\n");
    }

    private record Response(int status, String head, String body) {
        Response require(Integer... statuses) {
            assertThat(status).as("the status of %s%s", head, body).isIn((Object[]) statuses);
            return this;
        }
    }

    private record Connection(Socket socket, DataInputStream in) implements AutoCloseable {
        Response read(boolean hasBody) throws IOException {
            var bytes = new ByteArrayOutputStream();
            var head = "";
            while (!head.endsWith("\r\n\r\n")) {
                bytes.write(in.readByte());
                head = bytes.toString(StandardCharsets.ISO_8859_1);
            }
            var length = LENGTH.matcher(head);
            assertThat(!hasBody || length.find())
                    .as("there is a Content-Length in %s", head)
                    .isTrue();
            var body = new byte[hasBody ? Integer.parseInt(length.group(1)) : 0];
            in.readFully(body);
            return new Response(
                    Integer.parseInt(head.split(" ", 3)[1]), head, new String(body, StandardCharsets.UTF_8));
        }

        /** Reads until the server closes the connection, which it may do without a response. */
        String readRest() {
            var bytes = new ByteArrayOutputStream();
            try {
                in.transferTo(bytes);
            } catch (IOException e) {
                bytes.writeBytes("(reset)".getBytes(StandardCharsets.US_ASCII));
            }
            return bytes.toString(StandardCharsets.ISO_8859_1);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
