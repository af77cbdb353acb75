package dev.operatorkit.simulator.catalogue;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** A body that is ready to be sent, with what a cache must know of it (CAC-1): made once, sent often. */
public final class Representation {
    private static final int ETAG_BYTES = 16;
    /** The form that HTTP asks for; the JDK's own RFC 1123 form writes days of one digit. */
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final byte[] body;
    private final Header etag;
    private final Instant lastModified;
    private final Header date;

    /** Those bytes, tagged; {@code lastModified} is when what they show last changed (D-45). */
    public Representation(byte[] body, Instant lastModified) {
        this.body = body.clone();
        this.etag = HeaderValues.createCached(HeaderNames.ETAG, etag(body));
        this.lastModified = lastModified.truncatedTo(ChronoUnit.SECONDS);
        this.date = HeaderValues.createCached(HeaderNames.LAST_MODIFIED, HTTP_DATE.format(lastModified));
    }

    private static String etag(byte[] body) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(body);
            return '"' + HexFormat.of().formatHex(Arrays.copyOf(digest, ETAG_BYTES)) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The bytes, not to be changed. */
    public byte[] body() {
        return body;
    }

    /** The entity tag of the bytes, in its quotes. */
    public String etag() {
        return etag.get();
    }

    /** The headers that tell both, ready to be sent. */
    public List<Header> validators() {
        return List.of(etag, date);
    }

    /** When what they show last changed, to the second. */
    public Instant lastModified() {
        return lastModified;
    }

    /** The same as a header says it. */
    public String httpDate() {
        return date.get();
    }
}
