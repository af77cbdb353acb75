package dev.operatorkit.simulator.catalogue;

import dev.operatorkit.conformance.suite.Plan;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Holds a serialised body with its cache validators (CAC-1), built once and sent often. */
public final class Representation {
    private static final int ETAG_LENGTH = 32;
    /** Writes and reads HTTP dates; the JDK's RFC 1123 format writes one-digit days. */
    public static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
            .withResolverStyle(ResolverStyle.STRICT)
            .withZone(ZoneOffset.UTC);

    private final byte[] body;
    private final Header etag;
    private final Instant lastModified;
    private final Header date;

    /** Creates a representation with its entity tag and the time of its last change (D-45). */
    public Representation(byte[] body, Instant lastModified) {
        this.body = body.clone();
        this.etag = HeaderValues.createCached(
                HeaderNames.ETAG, '"' + Plan.sha256(body).substring(0, ETAG_LENGTH) + '"');
        this.lastModified = lastModified.truncatedTo(ChronoUnit.SECONDS);
        this.date = date(lastModified);
    }

    private Representation(Representation other, Header date) {
        this.body = other.body;
        this.etag = other.etag;
        this.lastModified = other.lastModified;
        this.date = date;
    }

    private static Header date(Instant moment) {
        return HeaderValues.createCached(HeaderNames.LAST_MODIFIED, HTTP_DATE.format(moment));
    }

    /** Returns this content with a Last-Modified header that is not after {@code now}; comparisons still use the real date. */
    Representation asOf(Instant now) {
        return lastModified.isAfter(now) ? new Representation(this, date(now)) : this;
    }

    /** Returns the bytes, which must not be changed. */
    public byte[] body() {
        return body;
    }

    /** Returns the entity tag, in quotes. */
    public String etag() {
        return etag.get();
    }

    /** Returns the headers with both validators. */
    public List<Header> validators() {
        return List.of(etag, date);
    }

    /** Returns the time of the last change, to the second. */
    public Instant lastModified() {
        return lastModified;
    }

    /** Returns the time of the last change as a header value. */
    public String httpDate() {
        return date.get();
    }
}
