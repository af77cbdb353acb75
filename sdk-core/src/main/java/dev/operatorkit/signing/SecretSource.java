package dev.operatorkit.signing;

import java.nio.file.Path;

/**
 * Supplies the key set for every signature and every verification: {@link SecretKeys} itself, the files of {@link
 * #watching}, or a secret manager of yours. Implementations must be thread-safe, fast, and must not throw.
 */
@FunctionalInterface
public interface SecretSource {
    /** Returns the key set. While no secret changes, this is the same object. */
    SecretKeys keys();

    /**
     * Returns a source that reads the secrets from files, and again when a file has changed, so that a rotation needs no
     * restart (D-42). A change is seen within a second. While a file is missing, empty or not a valid secret, the last
     * secrets stay in use and a warning is logged. Replace a file rather than rewrite it.
     *
     * @param current the file with the secret that signs, read like {@link SecretKeys#fromFile}
     * @param previous files with secrets whose signatures are accepted as well
     * @throws IllegalArgumentException if a file cannot be read or is not a valid secret
     */
    static SecretSource watching(Path current, Path... previous) {
        return new WatchedSecrets(System::nanoTime, current, previous);
    }
}
