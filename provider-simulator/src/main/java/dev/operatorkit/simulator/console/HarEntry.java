package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.operatorkit.simulator.transcript.Entry;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Writes one exchange as an entry of an HTTP archive 1.2. The time is real; the simulator's own is beside it. Names that begin with
 * an underscore are additions, which the format allows.
 */
final class HarEntry {
    private static final double MICROS = 1000.0;

    private HarEntry() {}

    static void write(JsonGenerator json, Entry entry) throws IOException {
        var mask = new ExchangeMask(entry);
        var sent = RawMessage.of(entry.request());
        var answer = RawMessage.of(entry.response());
        json.writeStartObject();
        json.writeStringField("startedDateTime", ExchangeExport.time(entry.wallAt()));
        json.writeNumberField("time", entry.micros() / MICROS);
        request(json, sent, mask);
        response(json, entry, answer, mask);
        json.writeObjectFieldStart("cache");
        json.writeEndObject();
        json.writeObjectFieldStart("timings");
        json.writeNumberField("send", 0);
        json.writeNumberField("wait", entry.micros() / MICROS);
        json.writeNumberField("receive", 0);
        json.writeEndObject();
        json.writeStringField("comment", mask.of(entry.verdict()));
        json.writeNumberField("_number", entry.id());
        json.writeStringField("_simulatorTime", ExchangeExport.time(entry.at()));
        json.writeStringField("_kind", entry.kind());
        json.writeStringField("_verdict", entry.judgement().name());
        json.writeStringField("_round", entry.round());
        json.writeStringField("_transaction", entry.transaction());
        json.writeEndObject();
    }

    private static void request(JsonGenerator json, RawMessage sent, ExchangeMask mask) throws IOException {
        json.writeObjectFieldStart("request");
        json.writeStringField("method", sent.method());
        json.writeStringField(
                "url", mask.of("http://" + Objects.requireNonNullElse(sent.header("Host"), "unknown") + sent.target()));
        json.writeStringField("httpVersion", "HTTP/1.1");
        lists(json, sent, mask);
        json.writeArrayFieldStart("queryString");
        for (var pair :
                sent.query() == null ? List.<String>of() : List.of(sent.query().split("&", -1))) {
            var parts = pair.split("=", 2);
            json.writeStartObject();
            json.writeStringField("name", decode(parts[0]));
            json.writeStringField("value", mask.parameter(decode(parts[0]), parts.length > 1 ? decode(parts[1]) : ""));
            json.writeEndObject();
        }
        json.writeEndArray();
        if (sent.body().length > 0) {
            var body = mask.of(sent.body());
            var text = RawMessage.utf8(body);
            json.writeObjectFieldStart("postData");
            json.writeStringField("mimeType", Objects.requireNonNullElse(sent.header("Content-Type"), ""));
            json.writeStringField("text", text == null ? "" : text);
            if (text == null) {
                json.writeBinaryField("_base64", body);
            }
            json.writeEndObject();
        }
        json.writeNumberField("headersSize", -1);
        json.writeNumberField("bodySize", sent.body().length);
        json.writeEndObject();
    }

    private static void response(JsonGenerator json, Entry entry, RawMessage answer, ExchangeMask mask)
            throws IOException {
        json.writeObjectFieldStart("response");
        json.writeNumberField("status", entry.status());
        var line = answer.startLine().split(" ", 3);
        json.writeStringField("statusText", line.length > 2 ? mask.of(line[2]) : "");
        json.writeStringField("httpVersion", "HTTP/1.1");
        lists(json, answer, mask);
        var body = mask.of(answer.body());
        var text = RawMessage.utf8(body);
        json.writeObjectFieldStart("content");
        json.writeNumberField("size", body.length);
        json.writeStringField("mimeType", Objects.requireNonNullElse(answer.header("Content-Type"), ""));
        if (text == null) {
            json.writeBinaryField("text", body);
            json.writeStringField("encoding", "base64");
        } else {
            json.writeStringField("text", text);
        }
        json.writeEndObject();
        json.writeStringField("redirectURL", "");
        json.writeNumberField("headersSize", -1);
        json.writeNumberField("bodySize", answer.body().length);
        if (entry.status() == 0) {
            json.writeStringField("_error", mask.of(entry.verdict()));
        }
        json.writeEndObject();
    }

    private static void lists(JsonGenerator json, RawMessage message, ExchangeMask mask) throws IOException {
        json.writeArrayFieldStart("cookies");
        json.writeEndArray();
        json.writeArrayFieldStart("headers");
        for (var header : message.fields()) {
            json.writeStartObject();
            json.writeStringField("name", header.name());
            json.writeStringField("value", mask.header(header.name(), header.value()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
