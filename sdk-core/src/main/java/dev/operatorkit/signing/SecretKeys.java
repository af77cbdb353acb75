package dev.operatorkit.signing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;

/**
 * Holds a key set: the operator's current secret and previous ones. The first secret signs, and a verifier with
 * this key set accepts a signature by any of them, so that a secret can be rotated without an interruption (D-42):
 * {@code SecretKeys.fromFile(current).withPrevious(SecretKeys.fromFile(previous))}.
 *
 * <p>Secrets cannot be read or printed (SIG-17); two key sets are compared in constant time. Immutable. {@link
 * SecretSource#watching} supplies another key set when a file changes.
 */
public final class SecretKeys implements SecretSource {
    /** Defines the name of the environment variable that {@link #fromEnvironment} reads. */
    public static final String ENVIRONMENT_VARIABLE = "OPERATORKIT_SECRET";

    private static final int SHORTEST = 16;
    private static final int LONGEST = 4096;

    private final List<SecretKeySpec> keys;
    private final List<Hmac> hmacs;

    private SecretKeys(List<SecretKeySpec> keys) {
        this.keys = List.copyOf(keys);
        this.hmacs = keys.stream().map(Hmac::new).toList();
    }

    /**
     * Creates a key set from strings, encoded as UTF-8.
     *
     * @param current the secret that signs
     * @param previous previous secrets, whose signatures are accepted too
     * @throws IllegalArgumentException if a secret has fewer than 16 or more than 4,096 bytes
     */
    public static SecretKeys of(String current, String... previous) {
        var keys = of(current.getBytes(StandardCharsets.UTF_8));
        for (var secret : previous) {
            keys = keys.withPrevious(of(secret.getBytes(StandardCharsets.UTF_8)));
        }
        return keys;
    }

    /**
     * Creates a key set from one binary secret. The array is copied.
     *
     * @throws IllegalArgumentException if the secret has fewer than 16 or more than 4,096 bytes
     */
    public static SecretKeys of(byte[] secret) {
        if (secret.length == 0) {
            throw new IllegalArgumentException("the secret is empty");
        }
        if (secret.length < SHORTEST || secret.length > LONGEST) {
            throw new IllegalArgumentException("a secret must have " + SHORTEST + " to " + LONGEST
                    + " bytes, this one has " + (secret.length < SHORTEST ? secret.length : "more"));
        }
        return new SecretKeys(List.of(new SecretKeySpec(secret, Hmac.ALGORITHM)));
    }

    /**
     * Creates a key set from the secret in a file. One newline at the end, if there is one, is removed.
     *
     * @throws IllegalArgumentException if the file cannot be read or is not a valid secret
     */
    public static SecretKeys fromFile(Path file) {
        try (var in = Files.newInputStream(file)) {
            return of(withoutNewline(in.readNBytes(LONGEST + 3)));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("the secret file " + file + " does not exist", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the secret file " + file + " cannot be read", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the secret file " + file + " has no valid secret: " + e.getMessage(), e);
        }
    }

    /**
     * Creates a key set from the secret in the environment variable {@value #ENVIRONMENT_VARIABLE}.
     *
     * @throws IllegalArgumentException if the variable is not set or is not a valid secret
     */
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

    /** Returns a copy of this key set that also accepts the signatures of all secrets of {@code others}. */
    public SecretKeys withPrevious(SecretKeys others) {
        var all = new ArrayList<>(keys);
        all.addAll(others.keys);
        return new SecretKeys(all);
    }

    /** Returns this key set, as the source that never changes. */
    @Override
    public SecretKeys keys() {
        return this;
    }

    /** Returns the number of secrets. */
    public int size() {
        return keys.size();
    }

    List<SecretKeySpec> specs() {
        return keys;
    }

    List<Hmac> hmacs() {
        return hmacs;
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

    /** Returns true if both key sets hold the same secrets in the same order, compared in constant time. */
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

    /** Returns a value that reveals nothing about the secrets. */
    @Override
    public int hashCode() {
        return size();
    }

    @Override
    public String toString() {
        return "SecretKeys[hidden]";
    }
}
