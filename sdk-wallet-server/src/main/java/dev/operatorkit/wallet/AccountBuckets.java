package dev.operatorkit.wallet;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Assigns accounts to 64 buckets, by which a distributed database spreads its tables. {@code docs/vectors/buckets.txt}
 * has vectors. The assignment never changes: with another one, a store would look for every account in the wrong place. Thread-safe.
 */
public final class AccountBuckets {
    /** The number of buckets, which are numbered from 0. */
    public static final int COUNT = 64;

    /** Serves as a prototype only: cloning it avoids the search for a provider. */
    private static final MessageDigest SHA_256 = sha256();

    private AccountBuckets() {}

    /**
     * Returns the bucket of an account: the last six bits of the first byte of the SHA-256 of its id in UTF-8. In
     * PostgreSQL this is {@code get_byte(sha256(convert_to(id, 'UTF8')), 0) & 63}.
     */
    public static int bucketOf(String accountId) {
        try {
            var hash = ((MessageDigest) SHA_256.clone()).digest(accountId.getBytes(StandardCharsets.UTF_8));
            return hash[0] & (COUNT - 1);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("SHA-256 of this JVM cannot be cloned", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-256", e);
        }
    }
}
