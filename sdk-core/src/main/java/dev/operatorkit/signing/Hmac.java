package dev.operatorkit.signing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import javax.crypto.spec.SecretKeySpec;

/**
 * One keyed HMAC-SHA512 (SIG-1), as RFC 2104 puts it together from two digests. A {@code Mac} works through a block of the
 * key for either of them at every signature; here both have taken theirs in, once and for all, and are cloned for each
 * signature: half the blocks of a short message, and free of thread locals.
 */
final class Hmac {
    static final String ALGORITHM = "HmacSHA512";

    private static final int BLOCK = 128;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final MessageDigest inner;
    private final MessageDigest outer;

    Hmac(SecretKeySpec key) {
        var secret = key.getEncoded();
        var block = Arrays.copyOf(secret.length > BLOCK ? sha512().digest(secret) : secret, BLOCK);
        inner = keyed(block, INNER);
        outer = keyed(block, OUTER);
    }

    /** HMAC over {@code rawPath + "|" + timestamp + "|" + data}. */
    byte[] of(String rawPath, String timestamp, byte[] data) {
        var digest = copy(inner);
        digest.update((rawPath + '|' + timestamp + '|').getBytes(StandardCharsets.UTF_8));
        return finish(digest, data);
    }

    /** HMAC over any message, as a mistaken sender may have signed it. */
    byte[] of(byte[] message) {
        return finish(copy(inner), message);
    }

    private byte[] finish(MessageDigest digest, byte[] rest) {
        return copy(outer).digest(digest.digest(rest));
    }

    private static MessageDigest keyed(byte[] key, byte padding) {
        var block = new byte[BLOCK];
        for (var i = 0; i < BLOCK; i++) {
            block[i] = (byte) (key[i] ^ padding);
        }
        var digest = sha512();
        digest.update(block);
        return digest;
    }

    private static MessageDigest sha512() {
        try {
            return MessageDigest.getInstance("SHA-512");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-512", e);
        }
    }

    private static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("this Java's SHA-512 cannot be cloned", e);
        }
    }
}
