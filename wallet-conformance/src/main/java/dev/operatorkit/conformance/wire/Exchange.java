package dev.operatorkit.conformance.wire;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Holds one request and its response, byte for byte.
 *
 * @param sent the bytes that went out
 * @param received the bytes that were received, empty without a response
 * @param note a remark about the exchange, or empty
 */
public record Exchange(Instant at, SignedRequest request, byte[] sent, byte[] received, long micros, String note) {
    private static final Pattern MILLIS = Pattern.compile("[1-9][0-9]{12}");
    private static final Duration VALID = Duration.ofMinutes(5);

    /**
     * Returns true when the timestamp is a fixed text that is no current time in milliseconds. A case that signs two requests in
     * the same millisecond fixes their time too, but any other current time would do.
     */
    public boolean hasUnusualTimestamp() {
        var text = request.timestamp();
        return request.literal()
                && !(MILLIS.matcher(text).matches()
                        && Duration.between(at, Instant.ofEpochMilli(Long.parseLong(text)))
                                        .abs()
                                        .compareTo(VALID)
                                < 0);
    }
}
