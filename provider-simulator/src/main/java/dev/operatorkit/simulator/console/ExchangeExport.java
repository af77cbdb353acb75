package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.operatorkit.files.SpreadsheetText;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.ExchangeAmounts;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.transcript.Transcript;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes all exchanges that match a filter, the newest first, without tokens and signatures. Reads them page by page. */
enum ExchangeExport {
    /** Writes an HTTP archive, version 1.2. */
    HAR("application/json") {
        @Override
        void write(Entries entries, OutputStream out) throws IOException {
            try (var json = generator(out)) {
                json.writeStartObject();
                json.writeObjectFieldStart("log");
                json.writeStringField("version", "1.2");
                json.writeObjectFieldStart("creator");
                json.writeStringField("name", "OperatorKit simulator");
                json.writeStringField("version", "1");
                json.writeEndObject();
                json.writeArrayFieldStart("entries");
                entries.forEach(entry -> HarEntry.write(json, entry));
                json.writeEndArray();
                json.writeEndObject();
                json.writeEndObject();
            }
        }
    },
    /** Writes an array of objects with both messages as text, or in Base64 if they are not UTF-8. */
    JSON("application/json") {
        @Override
        void write(Entries entries, OutputStream out) throws IOException {
            try (var json = generator(out)) {
                json.writeStartArray();
                entries.forEach(entry -> object(json, entry));
                json.writeEndArray();
            }
        }
    },
    /** Writes one line per exchange, which no spreadsheet takes for a formula. */
    CSV("text/csv") {
        @Override
        void write(Entries entries, OutputStream out) throws IOException {
            line(out, COLUMNS.keySet().stream());
            entries.forEach(entry -> {
                var mask = new ExchangeMask(entry);
                line(out, COLUMNS.values().stream().map(column -> cell(column.apply(entry), mask)));
            });
        }
    };

    private static final int PAGE = 100;
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
    private static final LinkedHashMap<String, Function<Entry, @Nullable Object>> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("number", Entry::id);
        COLUMNS.put("time", entry -> time(entry.wallAt()));
        COLUMNS.put("simulatorTime", entry -> time(entry.at()));
        COLUMNS.put("direction", entry -> entry.direction().name());
        COLUMNS.put("operator", Entry::operator);
        COLUMNS.put("kind", Entry::kind);
        COLUMNS.put("player", ExchangeMask::player);
        COLUMNS.put("round", Entry::round);
        COLUMNS.put("transaction", Entry::transaction);
        COLUMNS.put("attempt", Entry::attempt);
        COLUMNS.put("status", Entry::status);
        COLUMNS.put("verdict", entry -> entry.judgement().name());
        COLUMNS.put("meaning", Entry::verdict);
        COLUMNS.put("fault", Entry::fault);
        COLUMNS.put("amount", entry -> part(ExchangeAmounts.of(entry).moved(), 0));
        COLUMNS.put("currency", entry -> part(ExchangeAmounts.of(entry).moved(), 1));
        COLUMNS.put("balance", entry -> part(ExchangeAmounts.of(entry).balance(), 0));
        COLUMNS.put("balanceCurrency", entry -> part(ExchangeAmounts.of(entry).balance(), 1));
        COLUMNS.put("milliseconds", entry -> entry.micros() / 1000.0);
        COLUMNS.put("repeats", entry -> entry.original() == 0 ? null : (Long) entry.original());
    }

    private final String type;

    ExchangeExport(String type) {
        this.type = type;
    }

    /** Passes the exchanges of an export on. */
    interface Entries {
        void forEach(Writing each) throws IOException;
    }

    /** Writes one exchange. */
    interface Writing {
        void write(Entry entry) throws IOException;
    }

    abstract void write(Entries entries, OutputStream out) throws IOException;

    /** Returns the format of this name, or throws an IllegalArgumentException with all names. */
    static ExchangeExport named(String name) {
        return Stream.of(values())
                .filter(format -> format.fileName().endsWith("." + name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("'format' must be har, json or csv, not '" + name + "'."));
    }

    String fileName() {
        return "exchanges." + name().toLowerCase(Locale.ROOT);
    }

    String type() {
        return type;
    }

    /** Writes all matching exchanges up to the newest one at this moment, so that it ends while others are added. */
    void write(Transcript transcript, Filter filter, OutputStream out) throws IOException {
        write(
                each -> {
                    var before = transcript.newestId() + 1;
                    var page = transcript.search(filter, before, PAGE);
                    while (!page.isEmpty()) {
                        for (var entry : page) {
                            each.write(entry);
                        }
                        page = transcript.search(filter, page.getLast().id(), PAGE);
                    }
                },
                out);
    }

    private static JsonGenerator generator(OutputStream out) throws IOException {
        // An export that fails must not end as valid JSON.
        return new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
    }

    static String time(Instant time) {
        return TIME.format(time);
    }

    private static void object(JsonGenerator json, Entry entry) throws IOException {
        var mask = new ExchangeMask(entry);
        json.writeStartObject();
        for (var column : COLUMNS.entrySet()) {
            var value = column.getValue().apply(entry);
            if (value instanceof String text) {
                json.writeStringField(column.getKey(), mask.of(text));
            } else {
                json.writeObjectField(column.getKey(), value);
            }
        }
        message(json, "request", mask, RawMessage.of(entry.request()));
        message(json, "response", mask, RawMessage.of(entry.response()));
        json.writeEndObject();
    }

    private static void message(JsonGenerator json, String name, ExchangeMask mask, RawMessage message)
            throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("startLine", mask.of(message.startLine()));
        json.writeArrayFieldStart("headers");
        for (var header : message.fields()) {
            json.writeString(header.name() + ": " + mask.header(header.name(), header.value()));
        }
        json.writeEndArray();
        body(json, "body", mask.of(message.body()));
        json.writeEndObject();
    }

    /** Writes bytes as text, or in Base64 under another name if they are not UTF-8. */
    static void body(JsonGenerator json, String name, byte[] body) throws IOException {
        var text = RawMessage.utf8(body);
        if (text != null) {
            json.writeStringField(name, text);
        } else {
            json.writeBinaryField(name + "Base64", body);
        }
    }

    private static @Nullable String part(@Nullable String amount, int part) {
        var parts = amount == null ? new String[0] : amount.split(" ", 2);
        return part < parts.length ? parts[part] : null;
    }

    private static void line(OutputStream out, Stream<String> cells) throws IOException {
        out.write((cells.collect(Collectors.joining(",")) + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Quotes a cell (RFC 4180). A text that a spreadsheet would calculate gets an apostrophe in front, a number does not. */
    private static String cell(@Nullable Object value, ExchangeMask mask) {
        var text = mask.of(Objects.toString(value, ""));
        var isNumber = text.matches("-?[0-9]+(\\.[0-9]+)?");
        var defused = !isNumber && SpreadsheetText.isFormula(text) ? "'" + text : text;
        return Arrays.stream(new String[] {",", "\"", "\n", "\r", ";"}).anyMatch(defused::contains)
                ? '"' + defused.replace("\"", "\"\"") + '"'
                : defused;
    }
}
