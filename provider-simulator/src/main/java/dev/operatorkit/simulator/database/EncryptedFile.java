package dev.operatorkit.simulator.database;

import dev.operatorkit.files.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Prepares the database file of a folder: H2 encrypts it, since it holds session tokens and whole messages, and only its user can
 * read it. The key is in another file.
 */
record EncryptedFile(Path folder, Path keyFile) {
    /** Names the database, of which H2 makes the name of its file. */
    static final String NAME = "simulator";

    static final String CIPHER = "AES";

    private static final String FILE = NAME + ".mv.db";
    static final String DEFAULT_KEY_FILE = NAME + ".key";
    private static final int KEY_BYTES = 32;

    /**
     * Returns the key, or throws an IllegalStateException. A new database gets a new key. A key that is missing is never
     * replaced, because everything in the database, undelivered settlements too, would be lost with it.
     */
    String prepare() throws IOException {
        PrivateFiles.createFolder(folder, name -> name.startsWith(NAME + ".") || name.equals("runs"));
        var file = folder.resolve(FILE);
        if (Files.exists(file) && Files.size(file) > 0) {
            PrivateFiles.close(file);
            return readKey();
        }
        var key = Files.exists(keyFile) ? readKey() : createKey();
        // H2 creates its file with the permissions that the umask leaves.
        PrivateFiles.createFile(file);
        return key;
    }

    private String readKey() throws IOException {
        if (!Files.exists(keyFile)) {
            throw new IllegalStateException("The data in " + folder + " is encrypted, and its key " + keyFile
                    + " is missing. Restore the file, name it with --data-key-file, or use another --data.");
        }
        PrivateFiles.warnIfExposed(keyFile);
        var key = new String(Files.readAllBytes(keyFile), StandardCharsets.ISO_8859_1).strip();
        if (!key.matches("[\\x21-\\x7e]{32,255}")) {
            throw new IllegalStateException("The key of the data in " + keyFile
                    + " must have 32 to 255 visible characters. Create one: openssl rand -hex 32");
        }
        return key;
    }

    /** Creates the file under another name first, so that an interrupted start leaves no empty one. */
    private String createKey() throws IOException {
        var bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        var key = HexFormat.of().formatHex(bytes);
        var parent = Objects.requireNonNull(keyFile.toAbsolutePath().getParent(), "the key has no folder");
        PrivateFiles.createFolder(parent, name -> false);
        var unfinished = Files.createTempFile(parent, NAME + ".", ".part");
        try {
            Files.writeString(unfinished, key + "\n");
            // Unlike a move, a link never replaces the key of a simulator that started at the same time.
            Files.createLink(keyFile, unfinished);
            return key;
        } catch (FileAlreadyExistsException e) {
            return readKey();
        } finally {
            Files.delete(unfinished);
        }
    }
}
