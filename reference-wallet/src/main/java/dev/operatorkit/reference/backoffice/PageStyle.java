package dev.operatorkit.reference.backoffice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Holds the styles that each page contains: a browser paints nothing before it has them, and a request takes longer. */
public final class PageStyle {
    /** Is the content of the element {@code style}. */
    public static final String TEXT = new String(resource("style.css"), StandardCharsets.UTF_8);

    private PageStyle() {}

    /** Returns the source by which a Content-Security-Policy allows these styles and no others. */
    static String source() {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(TEXT.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
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
