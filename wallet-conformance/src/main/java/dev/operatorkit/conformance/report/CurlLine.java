package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.transport.Header;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.SignedRequest;
import dev.operatorkit.conformance.wire.WireBytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Writes a request as a few lines of shell that are signed by {@code bin/simulator sign}. */
final class CurlLine {
    private static final List<String> MADE_BY_CURL = List.of(
            "host",
            "accept",
            "content-length",
            "connection",
            "transfer-encoding",
            "x-svc-timestamp",
            "x-svc-signature");

    private static final String FIXED = " # as sent: the case is about how this timestamp is written";

    private CurlLine() {}

    static String of(Exchange exchange, String wallet) {
        var timestamp = exchange.hasUnusualTimestamp() ? exchange.request().timestamp() : "";
        return of(exchange.request(), timestamp, wallet.replaceAll("^(https?://[^/]+).*", "$1"));
    }

    /**
     * Returns the lines.
     *
     * @param timestamp the one to send; empty for that of the repeat
     * @param origin the scheme and host of the URL
     */
    static String of(SignedRequest request, String timestamp, String origin) {
        var lines = new StringBuilder();
        lines.append("TS=").append(timestamp(request, timestamp)).append('\n');
        if (request.body().length > 0) {
            lines.append("printf ").append(body(request.body())).append(" > body.json\n");
        }
        lines.append("SIG=")
                .append(request.genuine() ? signing(request) : literal(request))
                .append('\n');
        lines.append("curl -sS -i --path-as-is --globoff -X ").append(request.method());
        lines.append(" -H \"X-Svc-Timestamp: $TS\" -H \"X-Svc-Signature: $SIG\"");
        request.headers().stream()
                .filter(h -> !MADE_BY_CURL.contains(h.name().toLowerCase(Locale.ROOT)))
                .forEach(h -> lines.append(" -H ").append(quoted(h.name() + ": " + h.value())));
        if (request.body().length > 0) {
            lines.append(" --data-binary @body.json");
        }
        return lines.append(' ').append(quoted(origin + request.target())).toString();
    }

    /** Returns a timestamp for the time of the repeat, unless the case is about how a timestamp is written. */
    private static String timestamp(SignedRequest request, String fixed) {
        if (!fixed.isEmpty()) {
            return WireBytes.shellWord(fixed) + FIXED;
        }
        return request.offset() == 0 ? "$(date +%s)000" : "$(( $(date +%s)000 + " + request.offset() + " ))";
    }

    private static String signing(SignedRequest request) {
        var sign = "$(bin/simulator sign --secret-file secret.txt --timestamp \"$TS\" --path " + quoted(request.path());
        var query = request.query();
        if (request.body().length > 0) {
            sign += " --body-file body.json";
        } else if (query != null) {
            sign += " --query " + quoted(query);
        }
        return sign + ")";
    }

    /** Returns a signature that is wrong on purpose, unchanged, since valid signing cannot produce it. */
    private static String literal(SignedRequest request) {
        return request.headers().stream()
                        .filter(h -> h.name().equalsIgnoreCase("X-Svc-Signature"))
                        .map(Header::value)
                        .map(WireBytes::shellWord)
                        .findFirst()
                        .orElse("''")
                + " # wrong on purpose";
    }

    /** Writes bytes for printf, which knows octal escapes everywhere; a token becomes a shell variable. */
    private static String body(byte[] bytes) {
        var out = new StringBuilder("'");
        for (var b : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
            if (b == '%') {
                out.append("%%");
            } else if (b == '\\') {
                out.append("\\\\");
            } else if (b == '\'' || b < ' ' || b > '~') {
                out.append(String.format("\\%03o", (int) b));
            } else {
                out.append(b);
            }
        }
        return out.append("'").toString().replaceAll("(\\$TOKEN[0-9]*)", "'\"$1\"'");
    }

    private static String quoted(String text) {
        return WireBytes.shellWord(text).replaceAll("(\\$TOKEN[0-9]*)", "'\"$1\"'");
    }
}
