package dev.operatorkit.simulator.admin;

import dev.operatorkit.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Manages the admin token and the file, readable only by its user, in which this user's commands find it. */
public final class AdminToken {
    private static final Logger LOG = LoggerFactory.getLogger(AdminToken.class);
    private static final int BYTES = 24;

    private AdminToken() {}

    public static String random() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Reads the token from a file, or throws an IllegalArgumentException if it is unreadable or too weak. */
    public static String in(Path file) {
        PrivateFiles.warnIfExposed(file);
        try {
            var token = Files.readString(file).strip();
            if (!token.matches("[\\x21-\\x7e]{16,255}")) {
                throw new IllegalArgumentException(
                        "The admin token in " + file + " must have 16 to 255 visible characters.");
            }
            return token;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The admin token cannot be read from " + file + ". Check --admin-token-file.", e);
        }
    }

    /**
     * Writes the token for commands that call the simulator on this port and returns the file, to be deleted at the end.
     * Returns empty if this user cannot write the file; the commands then need {@code --admin-token-file}.
     */
    public static Optional<Path> publish(int port, String token) {
        var file = file(port);
        try {
            PrivateFiles.createFolder(folder(), name -> true);
            Files.deleteIfExists(file);
            PrivateFiles.createFile(file);
            return Optional.of(Files.writeString(file, token));
        } catch (IOException e) {
            LOG.warn(
                    "The admin token cannot be written to {}. Give one with --admin-token-file, to serve and to the"
                            + " commands",
                    file,
                    e);
            return Optional.empty();
        }
    }

    /** Returns the token of this user's simulator on a port. */
    public static Optional<String> find(int port) {
        try {
            return Optional.of(Files.readString(file(port)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public static void withdraw(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The admin token " + file + " cannot be deleted. Delete the file yourself.", e);
        }
    }

    private static Path file(int port) {
        return folder().resolve("simulator-" + port + ".token");
    }

    private static Path folder() {
        return Path.of(System.getProperty("user.home"), ".operatorkit");
    }
}
