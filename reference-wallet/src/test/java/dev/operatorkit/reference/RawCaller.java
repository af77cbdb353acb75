package dev.operatorkit.reference;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A caller that writes its requests by itself, so that they may be wrong. */
final class RawCaller implements AutoCloseable {
    /** Nobody waits that long; a server that leaves a connection open is seen by it. */
    private static final int GIVE_UP_MILLIS = 20_000;

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
    private static final SecretKeys KEYS = SecretKeys.of(WalletUnderTest.SECRET);

    private final Socket socket;

    RawCaller(String address) throws IOException {
        this(address, "127.0.0.1");
    }

    /** From another address of this machine. */
    RawCaller(String address, String source) throws IOException {
        var uri = URI.create(address);
        socket = new Socket(uri.getHost(), uri.getPort(), InetAddress.getByName(source), 0);
        socket.setSoTimeout(GIVE_UP_MILLIS);
    }

    /** The lines that sign it, each ended. */
    static String signature(SignedCallback callback) {
        var signed = callback.sign("/wallet", KEYS, Clock.systemUTC()).signedRequest();
        return "X-Svc-Timestamp: " + signed.timestamps().get(0) + "\r\nX-Svc-Signature: "
                + signed.signatures().get(0) + "\r\n";
    }

    /** Its request line, ended, and the lines that every request has. */
    static String beginning(SignedCallback callback) {
        var signed = callback.sign("/wallet", KEYS, Clock.systemUTC()).signedRequest();
        var query = signed.rawQuery() == null ? "" : "?" + signed.rawQuery();
        return signed.method() + " " + signed.rawPath() + query
                + " HTTP/1.1\r\nHost: wallet\r\nContent-Type: application/json\r\n";
    }

    /** As it should be, and kept alive. */
    static String whole(SignedCallback callback) {
        return beginning(callback) + signature(callback) + "Content-Length: " + callback.body().length + "\r\n\r\n"
                + body(callback);
    }

    static String body(SignedCallback callback) {
        return new String(callback.body(), ISO_8859_1);
    }

    RawCaller send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
        return this;
    }

    /** Everything that comes until the server closes. */
    String untilClosed() throws IOException {
        var all = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(all);
        } catch (SocketException e) {
            // closed over bytes that nobody read: what came before counts
        }
        return all.toString(ISO_8859_1);
    }

    /** The statuses of all that was answered until the server closed. */
    List<Integer> statuses() throws IOException {
        return STATUS.matcher(untilClosed())
                .results()
                .map((MatchResult found) -> Integer.valueOf(found.group(1)))
                .toList();
    }

    /** Goes away without a word: the server's next read or write fails. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
