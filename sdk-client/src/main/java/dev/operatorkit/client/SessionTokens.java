package dev.operatorkit.client;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Generates session tokens that cannot be guessed (LAU-10): 256 random bits as 43 URL-safe characters. Thread-safe.
 *
 * <p>The operator must keep a token valid for at least 2 hours and across reloads of the page.
 */
public final class SessionTokens {
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private SessionTokens() {}

    /** Returns a new random token. */
    public static String generate() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
