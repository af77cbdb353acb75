package dev.operatorkit.wallet;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Holds what is known about a verified callback besides its parsed fields. {@link WalletCallbacks} creates it.
 * Thread-safe. It does not copy its arrays: do not change them.
 */
public final class CallbackContext {
    private final byte[] body;
    private final int keyIndex;
    private final Instant receivedAt;
    private volatile byte @Nullable [] bodyHash;

    CallbackContext(byte[] body, int keyIndex, Instant receivedAt) {
        this.body = body;
        this.keyIndex = keyIndex;
        this.receivedAt = receivedAt;
    }

    /** Returns the context of a callback with this body, signed with the current secret at the epoch, for tests. */
    public static CallbackContext ofBody(byte... body) {
        return new CallbackContext(body, 0, Instant.EPOCH);
    }

    /** Returns the body as received; empty for a {@code GET}. */
    public byte[] body() {
        return body;
    }

    /** Returns the SHA-256 of the body, which reveals a replay with another body (D-21). It is computed once. */
    public byte[] bodyHash() {
        var hash = bodyHash;
        if (hash == null) {
            try {
                hash = MessageDigest.getInstance("SHA-256").digest(body);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("this JVM has no SHA-256", e);
            }
            bodyHash = hash;
        }
        return hash;
    }

    /** Returns the position in the key set of the secret that the callback was signed with: 0 for the current one (D-42). */
    public int keyIndex() {
        return keyIndex;
    }

    /** Returns the time at which the callback was verified. */
    public Instant receivedAt() {
        return receivedAt;
    }
}
