package dev.operatorkit.simulator.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.operatorkit.conformance.terminal.StyledLine;
import dev.operatorkit.conformance.terminal.StyledLine.Style;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats one exchange as a line of the live log of {@code serve}. */
final class LiveLine {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final Pattern UUID_AT_END =
            Pattern.compile("([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$");
    private static final int LONGEST_ID = 18;
    private static final int LONGEST_AMOUNT = 40;
    /** Holds the statuses of a wallet that has accepted a signature: the result, or a refusal for another reason. */
    private static final Set<Integer> AFTER_VERIFICATION = Set.of(200, 403, 404, 409, 422);
    /** Holds the faults whose callbacks every wallet rejects (SIG-10, SIG-13). */
    private static final Set<String> SIGNED_WRONGLY =
            Set.of("CORRUPT_SIGNATURE", "STALE_TIMESTAMP", "FUTURE_TIMESTAMP", "TAMPERED_BODY");

    private final Entry entry;
    private final Style judgement;

    private LiveLine(Entry entry) {
        this.entry = entry;
        this.judgement = switch (entry.judgement()) {
            case GOOD -> Style.GOOD;
            case REFUSED -> Style.NOTICE;
            case FAILED, VIOLATION -> Style.BAD;
        };
    }

    /** Returns the line, cut to {@code width} columns. It never holds a session token. */
    static String of(Entry entry, ZoneId zone, boolean colour, int width) {
        var line = new StyledLine(colour, width);
        new LiveLine(entry).write(line, zone);
        return line.toString();
    }

    private void write(StyledLine line, ZoneId zone) {
        line.add(Style.FAINT, TIME.format(entry.wallAt().atZone(zone)))
                .add(entry.direction() == Direction.TO_WALLET ? "  --> " : "  <-- ")
                .add(pad(target(), 24))
                .add("  ")
                .add(judgement, entry.status() == 0 ? "---" : Integer.toString(entry.status()))
                .add(Style.FAINT, String.format(Locale.ROOT, " %8.1f ms", entry.micros() / 1000.0));
        part(line, Style.PLAIN, amount());
        // Of a player callback the transcript has only the token.
        part(line, Style.PLAIN, entry.kind().equals("PLAYER") ? "" : abbreviate(entry.player()));
        part(line, Style.FAINT, abbreviate(entry.round()));
        if (entry.attempt() > 1) {
            part(line, Style.NOTICE, "retry " + (entry.attempt() - 1));
        }
        signature(line);
        if (entry.fault() != null) {
            part(line, Style.NOTICE, "fault " + entry.fault());
        }
        part(line, judgement == Style.GOOD ? Style.PLAIN : judgement, verdict());
        part(line, Style.FAINT, "#" + entry.id());
    }

    private static void part(StyledLine line, Style style, String text) {
        if (!text.isEmpty()) {
            line.add("  ").add(style, text);
        }
    }

    /** Returns method and path with short ids, without the query, which holds the session token. */
    private String target() {
        var request = new String(entry.request(), StandardCharsets.UTF_8);
        var words = request.lines().findFirst().orElse("").split(" ", -1);
        if (words.length < 2) {
            return entry.kind();
        }
        var path = words[1].replaceFirst("\\?.*", "");
        return words[0] + " "
                + Arrays.stream(path.split("/", -1)).map(LiveLine::abbreviate).collect(Collectors.joining("/"));
    }

    private static String abbreviate(@Nullable String id) {
        if (id == null) {
            return "";
        }
        var text = UUID_AT_END.matcher(id).replaceFirst("$1");
        return text.length() <= LONGEST_ID ? text : text.substring(0, LONGEST_ID - 3) + "...";
    }

    /** Returns the stake or payout with its currency, or that of the balance where the callback omits it (D-16). */
    private String amount() {
        if (entry.direction() == Direction.FROM_OPERATOR) {
            return "";
        }
        var request = body(entry.request());
        var money = request.path("stake").isObject() ? request.path("stake") : request.path("payout");
        var amount = money.path("amount");
        if (!amount.isNumber()) {
            return "";
        }
        var currency = money.path("currency")
                .asText(body(entry.response()).path("balance").path("currency").asText(""));
        var text = amount.decimalValue().toPlainString() + " " + currency;
        return text.length() <= LONGEST_AMOUNT ? text.strip() : "";
    }

    private static JsonNode body(byte[] message) {
        var text = new String(message, StandardCharsets.UTF_8);
        var end = text.indexOf("\r\n\r\n");
        try {
            return end < 0 ? MissingNode.getInstance() : JSON.readTree(text.substring(end));
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** Writes whether the receiver accepted the signature, as far as its status shows it. */
    private void signature(StyledLine line) {
        if (entry.status() == 401) {
            part(line, Style.BAD, "signature rejected");
        } else if (entry.direction() == Direction.TO_WALLET && AFTER_VERIFICATION.contains(entry.status())) {
            if (entry.fault() != null && SIGNED_WRONGLY.contains(entry.fault())) {
                part(line, Style.BAD, "signature not verified");
            } else {
                part(line, Style.GOOD, "signature accepted");
            }
        }
    }

    /** Returns the verdict without what the line shows already and without the wallet's own id (WAL-14). */
    private String verdict() {
        var status = entry.status() + " ";
        var verdict = entry.verdict();
        return (verdict.startsWith(status) ? verdict.substring(status.length()) : verdict)
                .replaceFirst(", wallet's id .*", "");
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
