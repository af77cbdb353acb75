package dev.operatorkit.simulator.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.report.VisibleText;
import dev.operatorkit.conformance.terminal.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi.Style;

/** Formats exchanges as the admin API returns them, for the commands. */
final class ExchangeLine {
    private ExchangeLine() {}

    /**
     * Returns the line of an exchange, coloured by its verdict (D-61): number, time, direction, kind, status, duration, player, round,
     * amount and verdict. A hint at the mistake, if there is one, is on a line below it.
     */
    static String of(JsonNode exchange, boolean colour) {
        var status = exchange.path("status").asInt();
        var attempt = exchange.path("attempt").asInt();
        var judgement = exchange.path("judgement").asText();
        var style = switch (judgement) {
            case "GOOD" -> Style.fg_green;
            case "REFUSED" -> Style.fg_yellow;
            default -> Style.fg_red;
        };
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
                attempt > 1 ? "  attempt " + attempt : "",
                judgement.equals("VIOLATION") ? "VIOLATION  " : "",
                exchange.path("verdict").asText(),
                part("  fault: ", exchange.path("fault")));
        var hint = exchange.path("hint");
        return Terminal.paint(colour, style, VisibleText.line(line))
                + (hint.isTextual() ? "\n        hint: " + VisibleText.line(hint.asText()) : "");
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
