package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.wire.WireBytes;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * Defines what the service does wrong, or differently than usual, in a scenario: a wrapper around its response to some calls.
 *
 * @param at the endpoint of the calls
 * @param first the number of the first call that is disturbed, from 1
 * @param last the number of the last one
 * @param effect the wrapper
 * @param hindersResponse true when the client may miss the response of the service
 */
public record Disturbance(ApiEndpoint at, int first, int last, Effect effect, boolean hindersResponse) {
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US);
    private static final String UNKNOWN_FIELD = "{\"fieldOfALaterVersion\":{\"anything\":[1,null,\"x\"]},";
    private static final byte[] NOTHING = {};

    /** Responds to a call in place of the service. */
    @FunctionalInterface
    public interface Effect {
        /** Returns the response, for which it may ask the service. */
        Reply answer(Service service) throws InterruptedException;
    }

    /** Represents the service that is disturbed, during one call. */
    public interface Service {
        /** Lets the service do what the call asks for, and returns its response. */
        Reply forward();

        /** Switches a game off. */
        void switchOff(String slug);

        /** Returns the time. */
        Instant now();
    }

    /**
     * Holds what is sent back.
     *
     * @param keep false when the connection is closed afterwards
     * @param note why not everything is sent; empty otherwise
     */
    public record Reply(byte[] bytes, boolean keep, String note) {
        /** Returns a reply that is cut, for this reason. */
        public static Reply cut(byte[] bytes, String why) {
            return new Reply(bytes, false, why);
        }
    }

    static String httpDate(Instant time) {
        return HTTP_DATE.format(time.atOffset(ZoneOffset.UTC));
    }

    /** Returns true for a date as the service writes it. */
    static boolean isHttpDate(String text) {
        try {
            return HTTP_DATE.parse(text) != null;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** Disturbs the call with this number. */
    static Disturbance nth(ApiEndpoint at, int number, Effect effect) {
        return new Disturbance(at, number, number, effect, true);
    }

    /** Disturbs every call. */
    static Disturbance every(ApiEndpoint at, Effect effect) {
        return new Disturbance(at, 1, Integer.MAX_VALUE, effect, true);
    }

    /** Returns a copy after which the client still sees the response of the service. */
    Disturbance harmless() {
        return new Disturbance(at, first, last, effect, false);
    }

    /** Returns true for the call of this number at its endpoint. */
    public boolean isAbout(ApiEndpoint endpoint, int number) {
        return endpoint == at && number >= first && number <= last;
    }

    /** Responds with this status and message; if {@code isApplied}, after the service did what the call asks for. */
    static Effect refuse(int status, Map<String, String> headers, String message, boolean isApplied) {
        return service -> {
            apply(service, isApplied);
            return new Reply(response(status, headers, "{\"message\":\"" + message + "\"}", service.now()), true, "");
        };
    }

    /** Closes the connection without a response; if {@code isApplied}, after the service did what the call asks for. */
    static Effect cut(boolean isApplied) {
        return service -> {
            apply(service, isApplied);
            return Reply.cut(NOTHING, "the scenario cut the connection");
        };
    }

    private static void apply(Service service, boolean isApplied) {
        if (isApplied) {
            service.forward();
        }
    }

    /** Sends half of the response and closes the connection. */
    static Effect half() {
        return service -> {
            var whole = service.forward().bytes();
            var body = WireBytes.bodyStart(whole);
            return Reply.cut(
                    Arrays.copyOf(whole, body + (whole.length - body) / 2), "the scenario sent half of the response");
        };
    }

    /** Waits before the response. */
    static Effect slow(Duration time) {
        return service -> {
            Thread.sleep(time);
            return service.forward();
        };
    }

    /** Switches a game off before the call is answered. */
    static Effect switchOff(String slug) {
        return service -> {
            service.switchOff(slug);
            return service.forward();
        };
    }

    /** Adds a field that no specification names to the object of a response and to each game in it. */
    static Effect addUnknownFields() {
        return service -> {
            var usual = service.forward();
            var text = new String(usual.bytes(), StandardCharsets.ISO_8859_1);
            var end = WireBytes.bodyStart(usual.bytes());
            var body = text.substring(end)
                    .replace("{\"slug\"", UNKNOWN_FIELD + "\"slug\"")
                    .replaceFirst("^\\{", UNKNOWN_FIELD);
            var head =
                    text.substring(0, end).replaceFirst("(?i)content-length: \\d+", "Content-Length: " + body.length());
            return new Reply((head + body).getBytes(StandardCharsets.ISO_8859_1), usual.keep(), usual.note());
        };
    }

    /** Writes a response with the headers that every response of the Customer API carries (CAC-1). */
    private static byte[] response(int status, Map<String, String> headers, String body, Instant now) {
        var head = new StringBuilder("HTTP/1.1 " + status + " Scenario\r\nContent-Type: application/json\r\nETag: \""
                + Integer.toHexString(body.hashCode()) + "\"\r\nLast-Modified: "
                + httpDate(now) + "\r\nCache-Control: public, max-age=300\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
        return head.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
