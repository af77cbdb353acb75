package dev.operatorkit.signing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;

/**
 * The operator's secrets: the first signs, any of them verifies, so that a key can be rotated without a gap (D-42):
 * {@code SecretKeys.fromFile(newOne).accepting(SecretKeys.fromFile(oldOne))}.
 *
 * <p>There is no way to read or print one (SIG-17); two rings can be compared, in constant time.
 */
public final class SecretKeys {
    /** Where {@link #fromEnvironment} looks. */
    public static final String ENVIRONMENT_VARIABLE = "OPERATORKIT_SECRET";

    private static final int SHORTEST = 16;
    private static final int LONGEST = 4096;

    private final List<SecretKeySpec> keys;

    private SecretKeys(List<SecretKeySpec> keys) {
        this.keys = List.copyOf(keys);
    }

    /** The secret that signs, then those that are still accepted, each as its UTF-8 bytes. */
    public static SecretKeys of(String signing, String... accepted) {
        var keys = of(signing.getBytes(StandardCharsets.UTF_8));
        for (var secret : accepted) {
            keys = keys.withPrevious(of(secret.getBytes(StandardCharsets.UTF_8)));
        }
        return keys;
    }

    /** A secret that is no text. The bytes are copied. */
    public static SecretKeys of(byte[] secret) {
        if (secret.length == 0) {
            throw new IllegalArgumentException("the secret is empty");
        }
        if (secret.length < SHORTEST || secret.length > LONGEST) {
            throw new IllegalArgumentException(
                    "a secret must have " + SHORTEST + " to " + LONGEST + " bytes, this one has " + secret.length);
        }
        return new SecretKeys(List.of(new SecretKeySpec(secret, Hmac.ALGORITHM)));
    }

    /** The secret in a file, all of it but one newline at its end; IllegalArgumentException when it cannot be read. */
    public static SecretKeys fromFile(Path file) {
        try (var in = Files.newInputStream(file)) {
            return of(withoutNewline(in.readNBytes(LONGEST + 3)));
        } catch (IOException e) {
            throw new IllegalArgumentException("the secret file " + file + " cannot be read", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the secret file " + file + " does not serve: " + e.getMessage(), e);
        }
    }

    /** The secret in {@value #ENVIRONMENT_VARIABLE}; IllegalArgumentException when it is not set. */
    public static SecretKeys fromEnvironment() {
        return fromEnvironment(System.getenv());
    }

    static SecretKeys fromEnvironment(Map<String, String> environment) {
        var secret = environment.get(ENVIRONMENT_VARIABLE);
        if (secret == null) {
            throw new IllegalArgumentException("the environment variable " + ENVIRONMENT_VARIABLE + " is not set");
        }
        return of(secret);
    }

    /** This ring, which also accepts what {@code others} signed, now or before they were retired. */
    public SecretKeys withPrevious(SecretKeys others) {
        var all = new ArrayList<>(keys);
        all.addAll(others.keys);
        return new SecretKeys(all);
    }

    /** How many secrets the ring holds. */
    public int size() {
        return keys.size();
    }

    SecretKeySpec get(int index) {
        return keys.get(index);
    }

    private static byte[] withoutNewline(byte[] bytes) {
        var end = bytes.length;
        if (end > 0 && bytes[end - 1] == '\n') {
            end--;
            if (end > 0 && bytes[end - 1] == '\r') {
                end--;
            }
        }
        return Arrays.copyOf(bytes, end);
    }

    /** Whether the rings hold the same secrets in the same order; takes the same time wherever they differ. */
    @Override
    public boolean equals(Object other) {
        if (!(other instanceof SecretKeys that) || that.size() != size()) {
            return false;
        }
        var same = true;
        for (var i = 0; i < size(); i++) {
            same &= MessageDigest.isEqual(
                    keys.get(i).getEncoded(), that.keys.get(i).getEncoded());
        }
        return same;
    }

    /** Tells nothing of the secrets. */
    @Override
    public int hashCode() {
        return size();
    }

    @Override
    public String toString() {
        return "SecretKeys[hidden]";
    }
}
