package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.transcript.Entry;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a line for a shell that sends the request of an exchange again. {@code bin/simulator sign} makes its signature, so that no
 * secret is on the page.
 */
final class CurlLine {
    /** A longer body no longer fits on a page. */
    private static final int MAX_BODY_BYTES = 64 * 1024;

    private static final Set<String> KEPT_HEADERS = Set.of("content-type", "x-operator");

    private CurlLine() {}

    /** Returns the line, or nothing if the bytes of the request are not all known, or if a shell or a clipboard would change them. */
    static Optional<String> of(Entry entry, boolean tls) {
        var sent = RawMessage.of(entry.request());
        var host = sent.header("Host");
        var body = RawMessage.utf8(sent.body());
        if (host == null
                || !host.matches("[A-Za-z0-9.:\\[\\]-]+")
                || !sent.method().matches("[A-Z]+")
                || !sent.target().matches("/[\\x21-\\x7e]*")
                || sent.missingBytes() > 0
                || sent.body().length > MAX_BODY_BYTES
                || body == null
                || body.codePoints().anyMatch(c -> Character.isISOControl(c) && c != '\n')) {
            return Optional.empty();
        }
        var query = sent.query();
        var signed = " --path " + quote(sent.path())
                + (body.isEmpty() ? query == null ? "" : " --query " + quote(query) : " --body-file body.json");
        var headers = sent.fields().stream()
                .filter(field -> KEPT_HEADERS.contains(field.name().toLowerCase(Locale.ROOT)))
                .map(field -> " -H " + quote(field.name() + ": " + field.value()))
                .collect(Collectors.joining());
        return Optional.of("t=$(date +%s)000; "
                + (body.isEmpty() ? "" : "printf %s " + quote(body) + " >body.json; ")
                + "curl -i --path-as-is --globoff -X " + sent.method() + headers
                + " -H \"X-Svc-Timestamp: $t\" -H \"X-Svc-Signature: $(bin/simulator sign --secret-file FILE"
                + " --timestamp $t"
                + signed + ")\"" + (body.isEmpty() ? "" : " --data-binary @body.json") + " "
                + quote((tls ? "https://" : "http://") + host + sent.target()));
    }

    private static String quote(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
