package dev.operatorkit.simulator.operator;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.files.PrivateFiles;
import dev.operatorkit.signing.SecretKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds a secret read from a file that a user named while the simulator runs as
 * {@link PrivateFiles#readSecret} does. No message holds any of its bytes (SIG-17).
 *
 * @param size its length in bytes, without the line break at the end
 */
public record SecretFile(Path path, SecretKeys keys, Secret secret, int size) {
    /** Reads a file, or throws an IllegalArgumentException that says what is wrong with it. */
    public static SecretFile read(Path file) {
        var path = file.toAbsolutePath().normalize();
        var bytes = Secret.withoutNewline(PrivateFiles.readSecret(path));
        try {
            return new SecretFile(path, SecretKeys.of(bytes), Secret.of(bytes), bytes.length);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("The secret in " + path + " is not valid: " + e.getMessage() + ".", e);
        }
    }

    /** Returns the usual mistakes that the file shows: others can read it, an editor has added something, the secret looks encoded. */
    public List<String> doubts() {
        var doubts = new ArrayList<String>();
        PrivateFiles.findExposure(path).ifPresent(exposure -> doubts.add(exposure + "."));
        doubts.addAll(doubtsOfContent());
        if (new String(secret.bytes(), StandardCharsets.UTF_8).matches("(?:[0-9a-fA-F]{2}){16,}+")) {
            doubts.add("The secret looks like hex. Its characters are the secret: nothing is decoded.");
        }
        return doubts;
    }

    /** Returns the mistakes that its content shows. */
    List<String> doubtsOfContent() {
        var doubts = new ArrayList<String>();
        var text = new String(secret.bytes(), StandardCharsets.UTF_8);
        if (text.startsWith("\uFEFF")) {
            doubts.add("The secret file begins with a byte order mark, which is part of the secret.");
        }
        if (!text.equals(text.stripTrailing())) {
            doubts.add("The secret file ends with a blank or a second line break, which is part of the secret.");
        }
        return doubts;
    }

    @Override
    public String toString() {
        return "SecretFile[" + path + "]";
    }
}
