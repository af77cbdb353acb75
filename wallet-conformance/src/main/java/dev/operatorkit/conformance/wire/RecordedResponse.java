package dev.operatorkit.conformance.wire;

import dev.operatorkit.conformance.transport.Header;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the response of a recorded exchange, in which a hidden token may have another length than the one that was received. */
public final class RecordedResponse {
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.\\d ([1-9]\\d\\d)( .*)?");
    private static final Pattern CHUNK_LENGTH = Pattern.compile("[0-9a-fA-F]{1,8}");

    private RecordedResponse() {}

    /** Returns the response; empty when none arrived whole, or when it cannot be read. */
    public static Optional<WalletResponse> of(Exchange exchange) {
        var isWhole = exchange.note().isEmpty() || exchange.note().equals(WireClient.SENT_AGAIN);
        return isWhole
                ? read(exchange.received()).map(answered -> new WalletResponse(answered, exchange))
                : Optional.empty();
    }

    private static Optional<Answered> read(byte[] raw) {
        var text = new String(raw, StandardCharsets.ISO_8859_1);
        var from = 0;
        while (true) {
            var end = text.indexOf("\r\n\r\n", from);
            var lines = end < 0 ? new String[] {""} : text.substring(from, end).split("\r\n", -1);
            var statusLine = STATUS_LINE.matcher(lines[0]);
            if (!statusLine.matches()) {
                return Optional.empty();
            }
            from = end + 4;
            var status = Integer.parseInt(statusLine.group(1));
            if (status >= 200) {
                return read(status, lines, text.substring(from), raw);
            }
        }
    }

    private static Optional<Answered> read(int status, String[] lines, String rest, byte[] raw) {
        var headers = new ArrayList<Header>();
        for (var line : List.of(lines).subList(1, lines.length)) {
            var colon = line.indexOf(':');
            if (colon > 0) {
                headers.add(new Header(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip()));
            }
        }
        var chunked = headers.stream().anyMatch(header -> header.is("Transfer-Encoding"));
        var body = chunked ? unchunked(rest) : Optional.of(rest);
        return body.map(bytes -> new Answered(status, headers, bytes.getBytes(StandardCharsets.ISO_8859_1), raw));
    }

    private static Optional<String> unchunked(String body) {
        var joined = new StringBuilder();
        var from = 0;
        while (true) {
            var line = body.indexOf("\r\n", from);
            var digits =
                    line < 0 ? "" : body.substring(from, line).split(";", 2)[0].strip();
            if (!CHUNK_LENGTH.matcher(digits).matches()) {
                return Optional.empty();
            }
            var length = Long.parseLong(digits, 16);
            if (length == 0) {
                return Optional.of(joined.toString());
            }
            if (length > body.length() - line - 2) {
                return Optional.empty();
            }
            from = line + 2 + (int) length;
            joined.append(body, line + 2, from);
            from += 2;
        }
    }
}
