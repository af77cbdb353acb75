package dev.operatorkit.reference.backoffice;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/** Holds the styles that each page contains, since a browser paints nothing before it has them, and the headers that allow them. */
public final class PageStyle {
    /** Is the content of the element {@code style}. */
    public static final String TEXT = new String(resource("style.css"), StandardCharsets.UTF_8);

    /** Lists the headers of every response of the port, also of those to input that never becomes a request. */
    public static final List<Header> HEADERS = List.of(
            HeaderValues.create(
                    "Content-Security-Policy",
                    "default-src 'none'; style-src 'sha256-" + digest() + "'; img-src 'self'; form-action 'self'; "
                            + "base-uri 'none'; frame-ancestors 'none'"),
            HeaderValues.create("X-Content-Type-Options", "nosniff"),
            HeaderValues.create("Referrer-Policy", "same-origin"),
            HeaderValues.create("Cross-Origin-Opener-Policy", "same-origin"),
            HeaderValues.create("Cross-Origin-Resource-Policy", "same-origin"),
            HeaderValues.create(HeaderNames.CACHE_CONTROL, "no-store"));

    private PageStyle() {}

    private static String digest() {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(TEXT.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a file of the pages. */
    static byte[] resource(String name) {
        try (var in = PageStyle.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar. Build it again.");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
