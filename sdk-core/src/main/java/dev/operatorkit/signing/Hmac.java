package dev.operatorkit.signing;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One keyed HMAC-SHA512 (SIG-1), cloned for each signature: free of thread locals, and cheaper than keying it anew. The
 * prototype has taken in the {@code /} with which every path begins, and with it the whole block that depends on the key
 * alone: a clone has one block less to work through than a {@code Mac} that is used again.
 */
final class Hmac {
    static final String ALGORITHM = "HmacSHA512";

    private final Mac keyed;
    private final Mac slashed;

    Hmac(SecretKeySpec key) {
        try {
            keyed = Mac.getInstance(ALGORITHM);
            keyed.init(key);
            slashed = copy(keyed);
            slashed.update((byte) '/');
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }

    /** HMAC over {@code rawPath + "|" + timestamp + "|" + data}. */
    byte[] of(String rawPath, String timestamp, byte[] data) {
        var head = (rawPath + '|' + timestamp + '|').getBytes(StandardCharsets.UTF_8);
        var taken = head[0] == '/' ? 1 : 0;
        var mac = copy(taken == 1 ? slashed : keyed);
        mac.update(head, taken, head.length - taken);
        return mac.doFinal(data);
    }

    /** HMAC over any message, as a mistaken sender may have signed it. */
    byte[] of(byte[] message) {
        return copy(keyed).doFinal(message);
    }

    private static Mac copy(Mac mac) {
        try {
            return (Mac) mac.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("this Java's " + ALGORITHM + " cannot be cloned", e);
        }
    }
}
