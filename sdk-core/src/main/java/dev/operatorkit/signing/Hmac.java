package dev.operatorkit.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Computes HMAC-SHA512 with one key (SIG-1). The JDK's {@code Mac} is keyed once and cloned for each signature, which is safe
 * for many threads and needs no thread locals.
 */
final class Hmac {
    static final String ALGORITHM = "HmacSHA512";

    private final Mac keyed;

    Hmac(SecretKeySpec key) {
        try {
            keyed = Mac.getInstance(ALGORITHM);
            keyed.init(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "This Java has no " + ALGORITHM + ". Use a JDK with the SunJCE provider.", e);
        }
    }

    /** Signs {@code rawPath + "|" + timestamp + "|" + data}. */
    byte[] compute(String rawPath, String timestamp, byte[] data) {
        var mac = copy();
        mac.update((rawPath + '|' + timestamp + '|').getBytes(StandardCharsets.UTF_8));
        return mac.doFinal(data);
    }

    /** Signs any message, as a mistaken sender may have done. */
    byte[] compute(byte[] message) {
        return copy().doFinal(message);
    }

    private Mac copy() {
        try {
            return (Mac) keyed.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(
                    "The " + ALGORITHM + " of " + keyed.getProvider().getName() + " cannot be cloned.", e);
        }
    }
}
