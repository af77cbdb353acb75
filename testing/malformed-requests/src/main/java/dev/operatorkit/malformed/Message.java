package dev.operatorkit.malformed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Holds a request as it is written: its lines and its framed body. Rules change it to make it malformed. */
final class Message {
    private static final String TIMESTAMP = "X-Svc-Timestamp";
    private static final String SIGNATURE = "X-Svc-Signature";

    private final Draft draft;
    private String line;
    private final List<String> headers = new ArrayList<>();
    private final List<String> framing = new ArrayList<>();
    private byte[] body;
    private String endOfHead = "\r\n";
    private String prefix = "";

    private Message(Draft draft, String host, List<String> authentication) {
        this.draft = draft;
        this.line = draft.method() + " " + target(draft) + " HTTP/1.1";
        headers.add("Host: " + host);
        headers.addAll(authentication);
        if (draft.type() != null) {
            headers.add("Content-Type: " + draft.type());
        }
        this.body = draft.body();
        if (body.length > 0) {
            framing.add("Content-Length: " + body.length);
        }
    }

    /** Creates a valid request, signed over its parts. */
    static Message signed(Target target, Draft draft) {
        return new Message(draft, target.host(), target.sign(draft));
    }

    /** Creates a request whose signature is that of other parts. */
    static Message signed(Target target, Draft draft, Draft other) {
        return new Message(draft, target.host(), target.sign(other));
    }

    /** Creates a request without a signature. */
    static Message unsigned(Target target, Draft draft) {
        return new Message(draft, target.host(), List.of());
    }

    private static String target(Draft draft) {
        return draft.query() == null ? draft.path() : draft.path() + "?" + draft.query();
    }

    Draft draft() {
        return draft;
    }

    String target() {
        return target(draft);
    }

    /** Replaces the request line. */
    void line(String changed) {
        line = changed;
    }

    /** Replaces the target in the request line. */
    void target(String changed) {
        line = draft.method() + " " + changed + " HTTP/1.1";
    }

    /** Adds bytes before the request line. */
    void prefix(String bytes) {
        prefix = bytes;
    }

    /** Replaces all header lines that are not the framing of the body. */
    void replace(UnaryOperator<String> change) {
        headers.replaceAll(change);
    }

    void add(String header) {
        headers.add(header);
    }

    void addFirst(String header) {
        headers.addFirst(header);
    }

    void remove(String name) {
        headers.removeIf(header -> isNamed(header, name));
    }

    /** Replaces the value of a header. */
    void set(String name, String value) {
        headers.replaceAll(header -> isNamed(header, name) ? name + ": " + value : header);
    }

    String signature() {
        return value(SIGNATURE);
    }

    void signature(String changed) {
        set(SIGNATURE, changed);
    }

    String timestamp() {
        return value(TIMESTAMP);
    }

    void timestamp(String changed) {
        set(TIMESTAMP, changed);
    }

    private String value(String name) {
        return headers.stream()
                .filter(header -> isNamed(header, name))
                .map(header -> header.substring(name.length() + 2))
                .findFirst()
                .orElse("");
    }

    private static boolean isNamed(String header, String name) {
        return header.regionMatches(true, 0, name + ":", 0, name.length() + 1);
    }

    /** Replaces the header lines that frame the body. */
    void framing(String... lines) {
        framing.clear();
        framing.addAll(List.of(lines));
    }

    /** Replaces the body as it is written. */
    void body(String bytes) {
        body = bytes.getBytes(ISO_8859_1);
    }

    String body() {
        return new String(body, ISO_8859_1);
    }

    /** Sends the body in chunks, which are written as given. */
    void chunks(String bytes) {
        framing("Transfer-Encoding: chunked");
        body(bytes);
    }

    void endOfHead(String bytes) {
        endOfHead = bytes;
    }

    byte[] toBytes() {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes((prefix + line + "\r\n").getBytes(ISO_8859_1));
        for (var header : headers) {
            bytes.writeBytes((header + "\r\n").getBytes(ISO_8859_1));
        }
        for (var header : framing) {
            bytes.writeBytes((header + "\r\n").getBytes(ISO_8859_1));
        }
        bytes.writeBytes(endOfHead.getBytes(ISO_8859_1));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }
}
