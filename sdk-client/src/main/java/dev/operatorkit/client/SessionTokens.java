package dev.operatorkit.client;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Makes session tokens that nobody can guess (LAU-10): 256 random bits, 43 characters that any URL carries as they are.
 *
 * <p>Keeping one valid for at least 2 hours and through a reload of the page is the operator's part.
 */
public final class SessionTokens {
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private SessionTokens() {}

    /** A token that was never handed out before. */
    public static String generate() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
