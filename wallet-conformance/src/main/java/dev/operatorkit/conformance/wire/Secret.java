package dev.operatorkit.conformance.wire;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The operator's secret. It signs as the specification says (SIG-1), and in every wrong way that a case asks for, which is
 * why it works on the JDK alone and takes secrets of any length. It is never printed (SIG-17).
 */
public final class Secret {
    private static final String ALGORITHM = "HmacSHA512";

    private final byte[] key;

    private Secret(byte[] key) {
        this.key = key;
    }

    /** A secret as it stands in its file, the trailing newline dropped already. */
    public static Secret of(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the secret is empty");
        }
        return new Secret(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The right signature (SIG-1). */
    public String sign(String path, String timestamp, byte[] data) {
        return hex(ALGORITHM, message(path, timestamp, data));
    }

    /** Lowercase hex of an HMAC of any kind over any bytes. */
    public String hex(String algorithm, byte[] message) {
        return HexFormat.of().formatHex(mac(algorithm, message));
    }

    /** The bytes of an HMAC of any kind. */
    public byte[] mac(String algorithm, byte[] message) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + algorithm, e);
        }
    }

    /** Whether {@code text} shows the secret. */
    public boolean isIn(String text) {
        return text.contains(new String(key, StandardCharsets.UTF_8));
    }

    /** The signed string: {@code path + "|" + timestamp + "|" + data}. */
    public static byte[] message(String path, String timestamp, byte[] data) {
        var head = (path + "|" + timestamp + "|").getBytes(StandardCharsets.UTF_8);
        var all = new byte[head.length + data.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(data, 0, all, head.length, data.length);
        return all;
    }

    @Override
    public String toString() {
        return "Secret[hidden]";
    }
}
