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

/** Sends requests as raw text, so that they can be malformed. */
public final class RawCaller implements AutoCloseable {
    /** Timeout of a read, which detects a server that leaves a connection open. */
    private static final int READ_TIMEOUT_MILLIS = 20_000;

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
    private static final SecretKeys KEYS = SecretKeys.of(WalletUnderTest.SECRET);

    private final Socket socket;

    /** Connects to the host and port of an address. */
    public RawCaller(String address) throws IOException {
        this(address, "127.0.0.1");
    }

    /** Connects from another address of this machine. */
    public RawCaller(String address, String source) throws IOException {
        var uri = URI.create(address);
        socket = new Socket(uri.getHost(), uri.getPort(), InetAddress.getByName(source), 0);
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    }

    /** Sends a GET with this host name and returns the whole response. */
    public static String get(String address, String path, String host) throws IOException {
        try (var caller = new RawCaller(address)) {
            caller.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
            return caller.readUntilClosed();
        }
    }

    /** Returns the signature headers with line ends. */
    public static String signature(SignedCallback callback) {
        var signed = callback.sign("/wallet", KEYS, Clock.systemUTC()).signedRequest();
        return "X-Svc-Timestamp: " + signed.timestamps().get(0) + "\r\nX-Svc-Signature: "
                + signed.signatures().get(0) + "\r\n";
    }

    /** Returns the request line and the headers that every request has, with line ends. */
    public static String head(SignedCallback callback) {
        var signed = callback.sign("/wallet", KEYS, Clock.systemUTC()).signedRequest();
        var query = signed.rawQuery() == null ? "" : "?" + signed.rawQuery();
        return signed.method() + " " + signed.rawPath() + query
                + " HTTP/1.1\r\nHost: wallet\r\nContent-Type: application/json\r\n";
    }

    /** Returns a well-formed request with keep-alive. */
    public static String request(SignedCallback callback) {
        return head(callback) + signature(callback) + "Content-Length: " + callback.body().length + "\r\n\r\n"
                + body(callback);
    }

    /** Returns the body, one character for each byte. */
    public static String body(SignedCallback callback) {
        return new String(callback.body(), ISO_8859_1);
    }

    /** Sends one byte for each character. */
    public RawCaller send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
        return this;
    }

    /** Reads everything until the server closes the connection. */
    public String readUntilClosed() throws IOException {
        var all = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(all);
        } catch (SocketException e) {
            // reset because of unread bytes: the data received so far counts
        }
        return all.toString(ISO_8859_1);
    }

    /** Reads the statuses of all responses until the server closes the connection. */
    public List<Integer> statuses() throws IOException {
        return statuses(readUntilClosed());
    }

    /** Returns the statuses of these responses. */
    public static List<Integer> statuses(String responses) {
        return STATUS.matcher(responses)
                .results()
                .map((MatchResult found) -> Integer.valueOf(found.group(1)))
                .toList();
    }

    /** Resets the connection, so that the server's next read or write fails. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
