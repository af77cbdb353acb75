package dev.operatorkit.simulator.http;

import io.helidon.webserver.http.ServerRequest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Writes a foreign id as one part of the path of a page. Escapes by percent signs do not do: the server refuses paths in
 * which a part holds an escaped slash, a semicolon or two dots, since guards and routers read these differently. Letters, digits,
 * hyphens and underscores stay unchanged, and every other byte becomes a tilde and its number.
 */
public final class Segment {
    private static final String UNCHANGED = "-_";

    private Segment() {}

    public static String of(String id) {
        var segment = new StringBuilder();
        for (var each : id.getBytes(StandardCharsets.UTF_8)) {
            if (isUnchanged((char) each)) {
                segment.append((char) each);
            } else {
                segment.append('~').append(HexFormat.of().toHexDigits(each));
            }
        }
        return segment.toString();
    }

    private static boolean isUnchanged(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || UNCHANGED.indexOf(c) >= 0;
    }

    /** Returns the id in a part of the path of a request; one that was typed by hand may have other characters too. */
    public static String read(ServerRequest request, String name) {
        return read(request.path().pathParameters().get(name));
    }

    /** Returns the id in a part of a path; a tilde without two hexadecimal digits stands for itself. */
    static String read(String segment) {
        var id = new ByteArrayOutputStream();
        var bytes = segment.getBytes(StandardCharsets.UTF_8);
        for (var at = 0; at < bytes.length; at++) {
            if (bytes[at] == '~' && at + 2 < bytes.length && isHex(bytes[at + 1]) && isHex(bytes[at + 2])) {
                id.write(HexFormat.fromHexDigit(bytes[at + 1]) << 4 | HexFormat.fromHexDigit(bytes[at + 2]));
                at += 2;
            } else {
                id.write(bytes[at]);
            }
        }
        return id.toString(StandardCharsets.UTF_8);
    }

    private static boolean isHex(byte each) {
        return HexFormat.isHexDigit(each);
    }
}
