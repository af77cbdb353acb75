package dev.operatorkit.simulator.scenario;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the requests of a connection one after the other and keeps every byte, within limits. */
final class RequestReader {
    private static final int LONGEST_HEAD = 64 * 1024;
    private static final int LONGEST_BODY = 4 * 1024 * 1024;
    private static final Pattern LENGTH = header("content-length", "[0-9]{1,9}");
    private static final Pattern CHUNKED = header("transfer-encoding", ".*chunked.*");
    private static final Pattern EXPECT = header("expect", "100-continue");
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final OutputStream out;

    RequestReader(InputStream in, OutputStream out) {
        this.in = new BufferedInputStream(in);
        this.out = out;
    }

    private static Pattern header(String name, String value) {
        return Pattern.compile("(?im)^" + name + ":[ \\t]*(" + value + ")[ \\t]*\\r?$");
    }

    /** Returns the next request as it was received, or null when the connection ends. */
    byte @Nullable [] read() throws IOException {
        var all = new ByteArrayOutputStream();
        if (!readHead(all)) {
            return null;
        }
        var head = all.toString(StandardCharsets.ISO_8859_1);
        if (EXPECT.matcher(head).find()) {
            out.write(CONTINUE);
            out.flush();
        }
        if (CHUNKED.matcher(head).find()) {
            readChunks(all);
        } else {
            var length = LENGTH.matcher(head);
            if (length.find()) {
                readBytes(all, Integer.parseInt(length.group(1)));
            }
        }
        return all.toByteArray();
    }

    private boolean readHead(ByteArrayOutputStream all) throws IOException {
        var matched = 0;
        while (matched < 4) {
            var next = in.read();
            if (next < 0) {
                return false;
            }
            all.write(next);
            matched = next == "\r\n\r\n".charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
            if (all.size() > LONGEST_HEAD) {
                throw new IOException("the head of a request is longer than " + LONGEST_HEAD + " bytes");
            }
        }
        return true;
    }

    private void readBytes(ByteArrayOutputStream all, int length) throws IOException {
        if (length > LONGEST_BODY) {
            throw new IOException("the body of a request is longer than " + LONGEST_BODY + " bytes");
        }
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("the connection ended within the body of a request");
        }
        all.write(bytes);
    }

    private void readChunks(ByteArrayOutputStream all) throws IOException {
        while (true) {
            var line = readLine(all);
            var length = Integer.parseUnsignedInt(line.split(";", 2)[0].strip(), 16);
            if (length == 0) {
                while (!readLine(all).isEmpty()) {
                    // Trailers are kept with the rest.
                }
                return;
            }
            readBytes(all, length);
            readLine(all);
        }
    }

    private String readLine(ByteArrayOutputStream all) throws IOException {
        var line = new StringBuilder();
        while (true) {
            var next = in.read();
            if (next < 0 || line.length() > LONGEST_HEAD || all.size() > LONGEST_BODY) {
                throw new IOException("a line of a chunked body does not end");
            }
            all.write(next);
            if (next == '\n') {
                return line.toString().strip();
            }
            line.append((char) next);
        }
    }
}
