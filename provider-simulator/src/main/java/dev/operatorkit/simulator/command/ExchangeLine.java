package dev.operatorkit.simulator.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.report.VisibleText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Formats exchanges for the commands. */
final class ExchangeLine {
    private static final int RED = 31;
    private static final int GREEN = 32;
    private static final int YELLOW = 33;

    private ExchangeLine() {}

    /**
     * Returns one line: number, time, direction, kind, status, duration, player, round, amount and verdict. A hint at the mistake, if
     * there is one, follows on a line of its own.
     */
    static String of(JsonNode exchange, boolean colour) {
        var status = exchange.path("status").asInt();
        var line = String.format(
                Locale.ROOT,
                "%6d  %s  %s %-8s %3s %8.1f ms%s%s%s%s  %s%s%s",
                exchange.path("id").asLong(),
                exchange.path("at").asText(),
                exchange.path("direction").asText().equals("TO_WALLET") ? "->" : "<-",
                exchange.path("kind").asText(),
                status == 0 ? "---" : Integer.toString(status),
                exchange.path("millis").asDouble(),
                part("  ", exchange.path("player")),
                part("  ", exchange.path("round")),
                part("  ", exchange.path("amount")),
                exchange.path("attempt").asInt() > 1
                        ? "  attempt " + exchange.path("attempt").asInt()
                        : "",
                exchange.path("judgement").asText().equals("VIOLATION") ? "VIOLATION  " : "",
                exchange.path("verdict").asText(),
                part("  fault: ", exchange.path("fault")));
        var shown = VisibleText.line(line);
        var hint = exchange.path("hint");
        return (colour ? paint(exchange, shown) : shown)
                + (hint.isTextual() ? "\n        hint: " + VisibleText.line(hint.asText()) : "");
    }

    /** Colours a line by its verdict (D-61). */
    private static String paint(JsonNode exchange, String line) {
        var colour = switch (exchange.path("judgement").asText()) {
            case "GOOD" -> GREEN;
            case "REFUSED" -> YELLOW;
            default -> RED;
        };
        return "\u001b[" + colour + "m" + line + "\u001b[0m";
    }

    private static String part(String before, JsonNode text) {
        return text.isTextual() ? before + text.asText() : "";
    }

    /** Returns the bytes of the request, the signed string and the response, one below the other. */
    static String raw(JsonNode exchange) {
        return "--- request\n" + text(exchange.path("request")) + "\n--- signed\n" + text(exchange.path("signed"))
                + "\n--- response\n" + text(exchange.path("response")) + "\n";
    }

    private static String text(JsonNode bytes) {
        try {
            var text = new String(bytes.binaryValue(), StandardCharsets.UTF_8);
            // A carriage return without a line feed would print over the line.
            return VisibleText.of(text.replace("\r\n", "\n").replace("\r", "\\u000D"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
