package dev.operatorkit.conformance.wire;

import dev.operatorkit.conformance.transport.Header;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Holds a recorded HTTP message, request or response.
 *
 * @param start its first line
 * @param headers its headers in order, with any white space around their values
 * @param isChunked true when its body is sent in chunks
 * @param rest the bytes behind the empty line
 * @param body the body without the framing of chunks, as far as it can be read
 * @param isWhole false when the head does not end, or a chunk of the body is missing
 */
public record RecordedMessage(
        String start, List<Header> headers, boolean isChunked, byte[] rest, byte[] body, boolean isWhole) {
    private static final Pattern CHUNK_LENGTH = Pattern.compile("([0-9a-fA-F]{1,7})[ \\t]*(?:;[^\r\n]*)?\r\n");

    /** Reads a message whose head has this charset. */
    public static RecordedMessage of(byte[] raw, Charset charset) {
        var end = WireBytes.endOfHead(raw);
        var lines = new String(raw, 0, end, charset).split("\r\n", -1);
        var headers = new ArrayList<Header>();
        for (var line : List.of(lines).subList(1, lines.length)) {
            var colon = line.indexOf(':');
            headers.add(new Header(
                    colon < 0 ? line : line.substring(0, colon).strip(),
                    colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "")));
        }
        var rest = Arrays.copyOfRange(raw, WireBytes.bodyStart(raw), raw.length);
        var isChunked = headers.stream().anyMatch(header -> header.is("Transfer-Encoding"));
        var joined = new ByteArrayOutputStream();
        var isWhole = end < raw.length && (!isChunked || joinChunks(rest, joined));
        var body = isChunked ? joined.toByteArray() : rest;
        return new RecordedMessage(lines[0], List.copyOf(headers), isChunked, rest, body, isWhole);
    }

    /** Adds the content of the chunks, and returns whether the last one is there. */
    private static boolean joinChunks(byte[] rest, ByteArrayOutputStream joined) {
        var chunks = CHUNK_LENGTH.matcher(new String(rest, StandardCharsets.ISO_8859_1));
        for (var from = 0; from <= rest.length && chunks.find(from) && chunks.start() == from; ) {
            var length = Integer.parseInt(chunks.group(1), 16);
            if (length == 0 || length > rest.length - chunks.end()) {
                return length == 0;
            }
            joined.write(rest, chunks.end(), length);
            from = chunks.end() + length + 2;
        }
        return false;
    }

    /** Returns the headers without the white space around their values. */
    public List<Header> strippedHeaders() {
        return headers.stream()
                .map(header -> new Header(header.name(), header.value().strip()))
                .toList();
    }
}
