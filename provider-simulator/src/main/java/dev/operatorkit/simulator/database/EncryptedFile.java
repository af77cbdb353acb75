package dev.operatorkit.simulator.database;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.operatorkit.files.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Stream;
import org.h2.tools.ChangeFileEncryption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares the database file of a folder: H2 encrypts it, since it holds session tokens and whole messages, and only its user can
 * read it. The key is in a file of its own.
 *
 * @param folder the folder of all data
 * @param keyFile the file with the key
 */
record EncryptedFile(Path folder, Path keyFile) {
    /** Names the database, of which H2 makes the name of its file. */
    static final String NAME = "simulator";

    static final String CIPHER = "AES";

    private static final String FILE = NAME + ".mv.db";
    private static final String DEFAULT_KEY_FILE = NAME + ".key";
    private static final String WORK = NAME + ".encrypting";
    private static final String ENCRYPTED = "H2encrypt";
    private static final int KEY_BYTES = 32;
    private static final Logger LOG = LoggerFactory.getLogger(EncryptedFile.class);

    /** Returns the file with its key beside it. */
    static EncryptedFile in(Path folder) {
        return new EncryptedFile(folder, folder.resolve(DEFAULT_KEY_FILE));
    }

    /**
     * Returns the key, or throws an IllegalStateException. A new database gets a new key; one of an earlier version is encrypted. A key
     * that is missing is never replaced, because everything in the database, undelivered settlements too, would be lost with it.
     */
    String prepare() throws IOException {
        PrivateFiles.createFolder(folder, name -> name.startsWith(NAME + ".") || name.equals("runs"));
        var file = folder.resolve(FILE);
        if (isEncrypted(file)) {
            deleteWork();
            PrivateFiles.close(file);
            return readKey();
        }
        var key = Files.exists(keyFile) ? readKey() : createKey();
        if (Files.exists(file) && Files.size(file) > 0) {
            encrypt(file, key);
        }
        // H2 creates its file with the permissions that the umask leaves.
        PrivateFiles.createFile(file);
        return key;
    }

    private static boolean isEncrypted(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(ENCRYPTED.length()), StandardCharsets.ISO_8859_1).equals(ENCRYPTED);
        }
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

    /** Encrypts a copy and replaces the file with it, so that an interrupted start leaves the one or the other. */
    private void encrypt(Path file, String key) throws IOException {
        var work = folder.resolve(WORK);
        var copy = work.resolve(FILE);
        try (var original = FileChannel.open(file, READ, WRITE);
                var lock = original.tryLock()) {
            if (lock == null) {
                throw new IllegalStateException(
                        "The data folder " + folder + " is used by another simulator. Stop it first.");
            }
            // Of a start that was interrupted. Before the lock it could be of one that is under way.
            deleteWork();
            PrivateFiles.createFolder(work, name -> true);
            try (var target = FileChannel.open(copy, CREATE_NEW, WRITE)) {
                // Not by its path: whoever closes the file a second time gives up the lock.
                for (var at = 0L; at < original.size(); ) {
                    at += original.transferTo(at, original.size() - at, target);
                }
            }
            ChangeFileEncryption.execute(work.toString(), NAME, CIPHER, null, key.toCharArray(), true);
            PrivateFiles.close(copy);
            Files.move(copy, file, ATOMIC_MOVE);
            deleteWork();
            LOG.info("the database in {} is now encrypted; its key is in {}", folder, keyFile);
        } catch (OverlappingFileLockException | SQLException e) {
            throw new IllegalStateException(
                    "The data in " + folder + " cannot be encrypted. Check that no other simulator uses it. "
                            + e.getMessage(),
                    e);
        }
    }

    private void deleteWork() throws IOException {
        var work = folder.resolve(WORK);
        if (Files.isDirectory(work)) {
            try (Stream<Path> files = Files.list(work)) {
                for (var file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            }
            Files.deleteIfExists(work);
        }
    }
}
