package dev.operatorkit.signing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;

/**
 * The operator's secrets: the first signs, any of them verifies, so that a key can be rotated without a gap (D-42).
 *
 * <p>There is no way to read or print one (SIG-17).
 */
public final class SecretKeys {
    static final int SHORTEST = 16;

    private final List<SecretKeySpec> keys;

    private SecretKeys(List<SecretKeySpec> keys) {
        this.keys = List.copyOf(keys);
    }

    /** The secret that signs, then those that are still accepted. */
    public static SecretKeys of(String signing, String... accepted) {
        var keys = new ArrayList<SecretKeySpec>();
        keys.add(key(signing));
        for (var secret : accepted) {
            keys.add(key(secret));
        }
        return new SecretKeys(keys);
    }

    private static SecretKeySpec key(String secret) {
        var bytes = secret.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < SHORTEST) {
            throw new IllegalArgumentException(
                    "a secret must have at least " + SHORTEST + " bytes, this one has " + bytes.length);
        }
        return new SecretKeySpec(bytes, Hmac.ALGORITHM);
    }

    /** How many secrets the ring holds. */
    public int size() {
        return keys.size();
    }

    SecretKeySpec get(int index) {
        return keys.get(index);
    }

    @Override
    public String toString() {
        return "SecretKeys[hidden]";
    }
}
