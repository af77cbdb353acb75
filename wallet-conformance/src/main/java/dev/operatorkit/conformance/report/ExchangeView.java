package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.suite.Excerpt;
import dev.operatorkit.conformance.transport.Header;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.SignedRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Shows exchanges: whole, as raw HTTP with a curl line, for a failed case; a line for the request and one for the response for
 * the other cases, of which a green run has thousands. The bundle has every byte of both.
 */
final class ExchangeView {
    private static final int LONGEST = 20_000;
    private static final int LONGEST_COMPACT = 500;
    private static final int SHOWN = 30;
    private static final int SHOWN_COMPACT = 8;
    private static final Set<String> USUAL = Set.of(
            "host", "accept", "x-svc-timestamp", "x-svc-signature", "content-type", "content-length", "connection");

    private final Html html;
    private final String wallet;
    private final Subject subject;

    ExchangeView(Html html, String wallet, Subject subject) {
        this.html = html;
        this.wallet = wallet;
        this.subject = subject;
    }

    /** Shows the exchanges of a failed case. */
    void writeWhole(List<Exchange> exchanges) {
        var middle = exchanges.size() - 2 * SHOWN;
        for (var i = 0; i < exchanges.size(); i++) {
            if (middle <= 0 || i < SHOWN || i >= exchanges.size() - SHOWN) {
                writeWhole(exchanges.get(i));
            } else if (i == SHOWN) {
                html.element("p", middle + " more exchanges are in bundle.zip.");
            }
        }
    }

    void writeWhole(Exchange exchange) {
        var request = exchange.request();
        var received = shown(exchange.received(), LONGEST);
        html.open("details", "class", "exchange")
                .open("summary")
                .plain(request.method() + " " + request.target() + " → " + statusLine(exchange))
                .element("small", " " + millis(exchange))
                .close("summary")
                .element("pre", shown(exchange.sent(), LONGEST))
                .element("pre", received.isEmpty() ? "no response" : received);
        if (!exchange.note().isEmpty()) {
            html.element("p", exchange.note());
        }
        if (subject == Subject.WALLET && exchange.sent().length <= LONGEST) {
            html.element("pre", CurlLine.of(exchange, wallet), "class", "curl");
        }
        html.close("details");
    }

    /** Shows the exchanges of a case that did not fail. */
    void writeCompact(List<Exchange> exchanges) {
        var lines = new StringBuilder();
        var middle = exchanges.size() - 2 * SHOWN_COMPACT;
        for (var i = 0; i < exchanges.size(); i++) {
            if (middle <= 1 || i < SHOWN_COMPACT || i >= exchanges.size() - SHOWN_COMPACT) {
                appendCompact(lines, exchanges.get(i));
            } else if (i == SHOWN_COMPACT) {
                lines.append("… ").append(middle).append(" more exchanges\n");
            }
        }
        html.element("pre", lines.toString());
    }

    private static void appendCompact(StringBuilder lines, Exchange exchange) {
        var request = exchange.request();
        lines.append(request.method()).append(' ').append(request.target());
        appendUnusual(lines, request);
        if (request.body().length > 0) {
            lines.append(' ').append(oneLine(request.body()));
        }
        lines.append("\n  → ").append(status(exchange)).append(' ').append(oneLine(body(exchange)));
        if (!exchange.note().isEmpty()) {
            lines.append(" (").append(exchange.note()).append(')');
        }
        lines.append('\n');
    }

    /** Names what a case has spoiled or added. */
    private static void appendUnusual(StringBuilder lines, SignedRequest request) {
        var unusual = new ArrayList<String>();
        var names = request.headers().stream()
                .map(header -> header.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!request.genuine()) {
            unusual.add("invalid signature");
        }
        for (var name : List.of("x-svc-signature", "x-svc-timestamp")) {
            if (!names.contains(name)) {
                unusual.add("no " + name);
            }
        }
        if (request.literal()) {
            unusual.add("timestamp \"" + request.timestamp() + "\"");
        } else if (request.offset() != 0) {
            unusual.add(String.format(Locale.ROOT, "timestamp %+.1f s", request.offset() / 1000.0));
        }
        for (var header : request.headers()) {
            if (!isUsual(header, request)) {
                unusual.add(Excerpt.of(header.name() + ": " + header.value(), 120));
            }
        }
        if (!unusual.isEmpty()) {
            lines.append(" [").append(String.join("; ", unusual)).append(']');
        }
    }

    private static boolean isUsual(Header header, SignedRequest request) {
        return switch (header.name().toLowerCase(Locale.ROOT)) {
            case "content-type" -> header.value().equals("application/json");
            case "content-length" -> !request.misstatesLength();
            case String name -> USUAL.contains(name);
        };
    }

    /** Returns the body of a response, without the head. */
    private static byte[] body(Exchange exchange) {
        var received = new String(exchange.received(), StandardCharsets.ISO_8859_1);
        var end = received.indexOf("\r\n\r\n");
        return end < 0 ? new byte[0] : received.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String status(Exchange exchange) {
        var words = statusLine(exchange).split(" ", 3);
        return words.length > 1 && words[0].startsWith("HTTP/") ? words[1] : "no response";
    }

    private static String statusLine(Exchange exchange) {
        return new String(exchange.received(), StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElse("no response");
    }

    private static String oneLine(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8).strip().replaceAll("\\p{Cntrl}+", " ");
        return text.length() <= LONGEST_COMPACT
                ? text
                : Excerpt.of(text, LONGEST_COMPACT) + " (" + bytes.length + " bytes)";
    }

    private static String shown(byte[] bytes, int longest) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        return text.length() <= longest ? text : Excerpt.of(text, longest) + " (" + bytes.length + " bytes)";
    }

    private static String millis(Exchange exchange) {
        return String.format(Locale.ROOT, "%.1f ms", exchange.micros() / 1000.0);
    }
}
