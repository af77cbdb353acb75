package dev.operatorkit.simulator.customerapi;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.regex.Pattern;

/** Sends what the HTTP client of the JDK refuses to send. */
public final class RawSocket {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\nContent-Length: *(\\d+)");

    private RawSocket() {}

    /** Holds the status and the text of a response. */
    public record Reply(int status, String text) {
        String message() {
            try {
                return new ObjectMapper()
                        .readTree(text.substring(text.indexOf("\r\n\r\n") + 4))
                        .path("message")
                        .asText();
            } catch (IOException e) {
                throw new UncheckedIOException(text, e);
            }
        }
    }

    /** Sends a correctly signed request with further header lines, each ended by CR LF. */
    static Reply signed(RawApi api, String method, String path, String query, String headers) {
        return send(api, head(method, path, query, headers).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the signed head of a request without a body that asks for the connection to be closed. */
    static String head(String method, String path, String query, String headers) {
        return head(method, path, query, new byte[0], "Connection: close\r\n" + headers);
    }

    /** Returns the head of a request, signed over this query or body. */
    static String head(String method, String path, String query, byte[] body, String headers) {
        var timestamp = Long.toString(Clock.systemUTC().millis());
        var data = SignedData.of(query.isEmpty() ? null : query, body);
        return method + " " + path + (query.isEmpty() ? "" : "?" + query) + " HTTP/1.1\r\nHost: localhost\r\n"
                + "X-Operator: demo\r\nX-Svc-Timestamp: " + timestamp + "\r\nX-Svc-Signature: "
                + new Signer(RawApi.KEYS).sign(path, timestamp, data) + "\r\n" + headers + "\r\n";
    }

    /** Reads what a server responds. */
    private interface Reading {
        String from(InputStream in) throws IOException;
    }

    private static String exchange(RawApi api, byte[] request, Reading reading) {
        try (var socket = new Socket(api.base().getHost(), api.base().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request);
            socket.getOutputStream().flush();
            return reading.from(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns an unsigned request for this method and path that asks for the connection to be closed. Each of its header lines ends with CR LF. */
    public static byte[] request(String line, String headers, String body) {
        var request = line + " HTTP/1.1\r\n" + headers + "Connection: close\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
        return request.getBytes(StandardCharsets.UTF_8);
    }

    /** Sends these bytes and reads one response, no matter how much of the request the server has read by then. */
    public static Reply send(RawApi api, byte[] request) {
        var text = exchange(api, request, RawSocket::readResponse);
        return new Reply(Integer.parseInt(text.substring(9, 12)), text);
    }

    /** Sends these bytes and reads until the server closes the connection. */
    static String readUntilClosed(RawApi api, byte[] request) {
        return exchange(api, request, in -> new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
    }

    /**
     * Sends a request with this head and, on the same connection, one for {@code /admin/health}. Returns both responses, so that
     * a body after the first head is seen.
     */
    public static String sendThenGetHealth(RawApi api, String head) {
        var both = head + "GET /admin/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
        return exchange(api, both.getBytes(StandardCharsets.UTF_8), in -> readUntil(in, "\r\n\r\nok"));
    }

    /** Reads until this text, or the end of the stream. */
    private static String readUntil(InputStream in, String end) throws IOException {
        var text = new StringBuilder();
        for (var c = 0; c >= 0 && text.indexOf(end, text.length() - end.length()) < 0; ) {
            c = in.read();
            text.append(c < 0 ? "" : Character.toString(c));
        }
        return text.toString();
    }

    private static String readResponse(InputStream in) throws IOException {
        var head = readUntil(in, "\r\n\r\n");
        return head + new String(in.readNBytes(length(head)), StandardCharsets.ISO_8859_1);
    }

    private static int length(CharSequence head) {
        var length = LENGTH.matcher(head);
        return length.find() ? Integer.parseInt(length.group(1)) : Integer.MAX_VALUE;
    }
}
