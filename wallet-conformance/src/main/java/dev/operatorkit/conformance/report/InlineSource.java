package dev.operatorkit.conformance.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Names a script or a style within a page by its hash, as a Content-Security-Policy allows it and no other. */
public final class InlineSource {
    private InlineSource() {}

    /** Returns the source of exactly this text between the tags. */
    public static String of(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
