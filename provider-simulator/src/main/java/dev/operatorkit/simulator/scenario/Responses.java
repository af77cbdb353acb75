package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Disturbance;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;

/** Writes the responses that only a scenario makes. */
final class Responses {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US);
    private static final String UNKNOWN = "{\"fieldOfALaterVersion\":{\"anything\":[1,null,\"x\"]},";

    private Responses() {}

    /** Writes a response with the headers that every response of the Customer API carries (CAC-1). */
    static byte[] of(Disturbance.Answer answer, Instant now) {
        var body = answer.body().getBytes(StandardCharsets.UTF_8);
        var head = new StringBuilder("HTTP/1.1 " + answer.status() + " Scenario\r\nContent-Type: application/json\r\n");
        var date = DATE.format(now.atOffset(ZoneOffset.UTC));
        head.append("ETag: \"")
                .append(Integer.toHexString(Arrays.hashCode(body)))
                .append("\"\r\n");
        head.append("Last-Modified: ").append(date).append("\r\nCache-Control: public, max-age=300\r\n");
        answer.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        return join(head.toString().getBytes(StandardCharsets.US_ASCII), body);
    }

    /** Returns the head of a response and half of its body. */
    static byte[] half(byte[] response) {
        var body = new String(response, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
        return Arrays.copyOf(response, body + (response.length - body) / 2);
    }

    /** Returns a response whose object, and each game in it, has one more field. */
    static byte[] withUnknownFields(byte[] response) {
        var text = new String(response, StandardCharsets.ISO_8859_1);
        var end = text.indexOf("\r\n\r\n") + 4;
        var body =
                text.substring(end).replace("{\"slug\"", UNKNOWN + "\"slug\"").replaceFirst("^\\{", UNKNOWN);
        var head = text.substring(0, end).replaceFirst("(?i)content-length: \\d+", "Content-Length: " + body.length());
        return (head + body).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] join(byte[] first, byte[] second) {
        var all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
