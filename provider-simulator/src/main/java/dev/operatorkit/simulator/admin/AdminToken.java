package dev.operatorkit.simulator.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The token of changes, and where the commands of the same user find it: a file that nobody else can read. */
public final class AdminToken {
    private static final Logger LOG = LoggerFactory.getLogger(AdminToken.class);
    private static final int BYTES = 24;

    private AdminToken() {}

    /** A fresh one. */
    public static String random() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** The one in that file; IllegalArgumentException when it is none that is worth having. */
    public static String in(Path file) {
        try {
            var token = Files.readString(file).strip();
            if (!token.matches("[\\x21-\\x7e]{16,255}")) {
                throw new IllegalArgumentException(
                        "the admin token in " + file + " is not 16 to 255 visible characters");
            }
            return token;
        } catch (IOException e) {
            throw new IllegalArgumentException("the admin token cannot be read from " + file, e);
        }
    }

    /**
     * Leaves the token for the commands that will talk to the simulator on that port; the file to be deleted at the end. None
     * where this user can leave no files: the commands then need one by {@code --admin-token-file}.
     */
    public static Optional<Path> publish(int port, String token) {
        var file = file(port);
        try {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(file);
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            return Optional.of(Files.writeString(file, token));
        } catch (IOException e) {
            LOG.warn("the admin token cannot be left in {}: give one by --admin-token-file", file, e);
            return Optional.empty();
        }
    }

    /** The token of this user's simulator on that port. */
    public static Optional<String> find(int port) {
        try {
            return Optional.of(Files.readString(file(port)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Takes the token back. */
    public static void withdraw(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the admin token " + file + " cannot be deleted", e);
        }
    }

    private static Path file(int port) {
        return Path.of(System.getProperty("user.home"), ".operatorkit", "simulator-" + port + ".token");
    }
}
