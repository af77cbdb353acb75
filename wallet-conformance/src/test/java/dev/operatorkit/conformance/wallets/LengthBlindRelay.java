package dev.operatorkit.conformance.wallets;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Ignores {@code Content-Length}: everything that arrives is the body. */
public final class LengthBlindRelay implements WalletProxy.Relay {
    private static final int QUIET_MILLIS = 15;

    @Override
    public void relay(Socket client, Socket server) throws IOException {
        server.getOutputStream().write(request(client));
        server.getInputStream().transferTo(client.getOutputStream());
    }

    /** Reads everything until the line is quiet, with a length that fits and one answer to wait for. */
    private static byte[] request(Socket client) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var in = client.getInputStream();
        try {
            var some = new byte[8192];
            for (var n = in.read(some); n >= 0; n = in.read(some)) {
                bytes.write(some, 0, n);
                client.setSoTimeout(QUIET_MILLIS);
            }
        } catch (SocketTimeoutException e) {
            // That was all.
        }
        var text = bytes.toString(StandardCharsets.ISO_8859_1);
        var end = text.indexOf("\r\n\r\n");
        var head = end < 0 ? text : text.substring(0, end);
        var body = end < 0 ? "" : text.substring(end + 4);
        var fitting = head.replaceAll("(?i)\r\nContent-Length:[^\r]*", "\r\nContent-Length: " + body.length())
                        .replaceAll("(?i)\r\nConnection:[^\r]*", "")
                + "\r\nConnection: close\r\n\r\n";
        return (fitting + body).getBytes(StandardCharsets.ISO_8859_1);
    }
}
