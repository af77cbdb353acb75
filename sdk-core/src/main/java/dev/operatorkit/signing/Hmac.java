package dev.operatorkit.signing;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** One keyed HMAC-SHA512, ready to be cloned for each signature: cheaper than keying it anew, and free of thread locals. */
final class Hmac {
    static final String ALGORITHM = "HmacSHA512";

    private final Mac prototype;

    Hmac(SecretKeySpec key) {
        try {
            prototype = Mac.getInstance(ALGORITHM);
            prototype.init(key);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }

    /** HMAC over {@code rawPath + "|" + timestamp + "|" + data} (SIG-1). */
    byte[] of(String rawPath, String timestamp, byte[] data) {
        var mac = copy();
        mac.update(rawPath.getBytes(StandardCharsets.UTF_8));
        mac.update((byte) '|');
        mac.update(timestamp.getBytes(StandardCharsets.UTF_8));
        mac.update((byte) '|');
        return mac.doFinal(data);
    }

    private Mac copy() {
        try {
            return (Mac) prototype.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("this Java's " + ALGORITHM + " cannot be cloned", e);
        }
    }
}
