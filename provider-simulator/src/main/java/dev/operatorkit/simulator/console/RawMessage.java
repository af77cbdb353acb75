package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.transport.Header;
import dev.operatorkit.conformance.wire.SignedRequest;
import dev.operatorkit.conformance.wire.WireBytes;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SignedData;
import dev.operatorkit.signing.Signer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds an HTTP message, parsed just far enough to show it and to send it again.
 *
 * @param startLine the first line
 * @param headers the header lines
 * @param body the bytes after the empty line
 */
record RawMessage(String startLine, List<String> headers, byte[] body) {
    static final String TIMESTAMP = Signer.TIMESTAMP_HEADER;
    static final String SIGNATURE = Signer.SIGNATURE_HEADER;

    private static final int MAX_COMMAND_BYTES = 64 * 1024;

    /** Parses the bytes as sent on the wire. No bytes make an empty message. */
    static RawMessage of(byte[] bytes) {
        var head = new String(bytes, 0, WireBytes.endOfHead(bytes), StandardCharsets.ISO_8859_1)
                .lines()
                .toList();
        var body = Arrays.copyOfRange(bytes, WireBytes.bodyStart(bytes), bytes.length);
        return new RawMessage(
                head.isEmpty() ? "" : head.get(0), head.isEmpty() ? List.of() : head.subList(1, head.size()), body);
    }

    /** Returns the headers in their order, with repeats and as they were sent. */
    List<Header> fields() {
        return headers.stream().map(RawMessage::field).toList();
    }

    private static Header field(String line) {
        var parts = line.split(":", 2);
        var value = parts.length < 2 ? "" : parts[1];
        return new Header(parts[0], value.startsWith(" ") ? value.substring(1) : value);
    }

    /** Returns the first value of a header. */
    @Nullable
    String header(String name) {
        var prefix = name.toLowerCase(Locale.ROOT) + ":";
        return headers.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .findFirst()
                .orElse(null);
    }

    /** Returns the first value of a header, or an empty text. */
    String text(String name) {
        return Objects.requireNonNullElse(header(name), "");
    }

    /** Returns the request as its receiver verifies it. */
    ReceivedRequest received() {
        return ReceivedRequest.of(method(), target(), this::values, body);
    }

    private List<String> values(String name) {
        var value = text(name);
        return value.isEmpty() ? List.of() : List.of(value);
    }

    /** Returns a copy with another value of a header, at its old position. */
    RawMessage with(String name, String value) {
        var prefix = name.toLowerCase(Locale.ROOT) + ":";
        return new RawMessage(
                startLine,
                headers.stream()
                        .map(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix) ? name + ": " + value : line)
                        .toList(),
                body);
    }

    /** Returns the bytes as sent on the wire. */
    byte[] bytes() {
        var head =
                startLine + "\r\n" + headers.stream().map(line -> line + "\r\n").collect(Collectors.joining());
        return WireBytes.join((head + "\r\n").getBytes(StandardCharsets.ISO_8859_1), body);
    }

    /** Returns the signed data: the body, else the raw query, else nothing (SIG-5 to SIG-7). */
    byte[] data() {
        return SignedData.of(query(), body);
    }

    /** Returns the string to sign for this request with a timestamp (SIG-1). */
    byte[] signedBytes(@Nullable String timestamp) {
        return WireBytes.join(
                (path() + "|" + Objects.requireNonNullElse(timestamp, "") + "|").getBytes(StandardCharsets.UTF_8),
                data());
    }

    String method() {
        return startLine.split(" ", 2)[0];
    }

    /** Returns the target of a request: path and query. */
    String target() {
        var parts = startLine.split(" ", -1);
        return parts.length > 1 ? parts[1] : "";
    }

    String path() {
        return target().split("\\?", 2)[0];
    }

    @Nullable
    String query() {
        var parts = target().split("\\?", 2);
        return parts.length > 1 ? parts[1] : null;
    }

    /** Returns the body as text; null if it is not UTF-8. */
    @Nullable
    String bodyText() {
        return WireBytes.text(body).orElse(null);
    }

    /** Returns the number of bytes that the message announced and that are not here. */
    long missingBytes() {
        var length = header("Content-Length");
        return length != null && length.matches("[0-9]{1,15}") && body.length > 0
                ? Math.max(0, Long.parseLong(length) - body.length)
                : 0;
    }

    /** Returns lines for a shell that send this request again, or nothing if its bytes are not all known or no URL can hold its target. */
    Optional<String> command(boolean tls) {
        var host = header("Host");
        if (host == null
                || !host.matches("[A-Za-z0-9.:\\[\\]-]+")
                || !method().matches("[A-Z]+")
                || !target().matches("/[\\x21-\\x7e]*")
                || missingBytes() > 0
                || body.length > MAX_COMMAND_BYTES) {
            return Optional.empty();
        }
        var request = SignedRequest.parse(bytes(), 0, false, true, false);
        return Optional.of(Reports.command(request, (tls ? "https://" : "http://") + host));
    }
}
