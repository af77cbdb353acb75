package dev.operatorkit.simulator.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/** The token of changes, and where the commands of the same user find it: a file that nobody else can read. */
public final class AdminToken {
    private static final int BYTES = 24;

    private AdminToken() {}

    /** A fresh one. */
    public static String random() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Leaves the token for the commands that will talk to the simulator on that port; the file to be deleted at the end. */
    public static Path publish(int port, String token) {
        var file = file(port);
        try {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(file);
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            return Files.writeString(file, token);
        } catch (IOException e) {
            throw new UncheckedIOException("the admin token cannot be left in " + file, e);
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
