package dev.operatorkit.reference.database;

import dev.operatorkit.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the file of an H2 database and its folder from the other users of the machine.
 *
 * @param file the file
 * @param mayCreate true if a missing file is created
 */
public record H2File(Path file, boolean mayCreate) {
    private static final Logger LOG = LoggerFactory.getLogger(H2File.class);
    private static final String URL = "jdbc:h2:";
    private static final String FILE = "file:";
    private static final String SUFFIX = ".mv.db";

    /** Returns the file that a JDBC URL names; empty for another database and for one that is in memory or on a server. */
    static Optional<H2File> of(String url) {
        var path = url.startsWith(URL) ? url.substring(URL.length()).split(";", 2)[0] : "";
        if (path.startsWith(FILE)) {
            path = path.substring(FILE.length());
        } else if (path.contains(":")) {
            return Optional.empty();
        }
        if (path.startsWith("~")) {
            path = System.getProperty("user.home") + path.substring(1);
        }
        return path.isEmpty()
                ? Optional.empty()
                : Optional.of(new H2File(
                        Path.of(path + SUFFIX).toAbsolutePath(),
                        !url.toUpperCase(Locale.ROOT).contains(";IFEXISTS=TRUE")));
    }

    /** Throws an exception unless the file exists. */
    void requireExists() {
        if (!Files.exists(file)) {
            throw new IllegalStateException(
                    "the database file " + file + " does not exist. Check --db; the wallet creates it when it starts.");
        }
    }

    /** Returns whether the wallet makes a file of this name in its data folder. */
    public static boolean isOwn(String name) {
        return name.startsWith("wallet.") || name.startsWith("back-office-password");
    }

    /** Creates the folder and the file, before H2 does so with the permissions that the umask leaves, and closes them to others. */
    void prepare() {
        try {
            PrivateFiles.createFolder(
                    Objects.requireNonNull(file.getParent(), "the file has no folder"), H2File::isOwn);
            if (mayCreate) {
                PrivateFiles.createFile(file);
            }
            PrivateFiles.close(file);
        } catch (IOException e) {
            if (mayCreate && !Files.exists(file)) {
                throw new IllegalStateException("the database file " + file
                        + " cannot be created. Check --db and the permissions of the folder.");
            }
            // H2 says why it cannot use the file.
            LOG.debug("{} cannot be closed to other users", file, e);
        }
    }

    /** Closes the file to others once more, since a compaction has made it a new one. */
    void close() {
        try {
            PrivateFiles.close(file);
        } catch (IOException e) {
            LOG.warn("{} cannot be closed to other users. Run: chmod 600 {}", file, file, e);
        }
    }
}
