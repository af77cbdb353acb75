package dev.operatorkit.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates folders and files that only the user of this program can read, with any umask, and finds those that others can
 * read. A file system without POSIX permissions is left unchanged.
 */
public final class PrivateFiles {
    private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final int STICKY = 01000;
    private static final int MAX_SECRET_BYTES = 4096;
    private static final int MAX_LINE_BREAK_BYTES = 2;
    /** Names the folder in which systemd hands secrets to a service; it grants access by a list that the mode does not show. */
    private static final String CREDENTIALS = "CREDENTIALS_DIRECTORY";

    private PrivateFiles() {}

    /**
     * Creates a folder with its missing parents. A folder that exists is closed to others if it holds nothing but files of this
     * program; any other may belong to another program as well, so that the log names it.
     *
     * @param isOwn tells by its name whether a file is one of this program
     */
    public static void createFolder(Path folder, Predicate<String> isOwn) throws IOException {
        var isNew = !Files.exists(folder);
        Files.createDirectories(folder, attributes(FOLDER));
        if (!isNew && !isClosed(folder)) {
            if (holdsOnly(folder, isOwn) && !isSticky(folder)) {
                Files.setPosixFilePermissions(folder, FOLDER);
                LOG.info("the data folder {} is now closed to other users", folder);
            } else {
                LOG.warn("other users can enter the data folder {}. Run: chmod 700 {}", folder, folder);
            }
        }
    }

    /** Creates an empty file if it is missing, and closes one that exists to other users. A link is left unchanged. */
    public static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, attributes(FILE));
        } catch (FileAlreadyExistsException e) {
            close(file);
        }
    }

    /** Closes a file to other users if it exists. A link is left unchanged, because its target may be of another program. */
    public static void close(Path file) throws IOException {
        if (isPosix() && Files.isRegularFile(file, NOFOLLOW_LINKS)) {
            var permissions = Files.getPosixFilePermissions(file, NOFOLLOW_LINKS);
            if (!FILE.containsAll(permissions)) {
                Files.setPosixFilePermissions(file, FILE);
            }
        }
    }

    /**
     * Refuses a file that belongs, itself or its folder, neither to the user of this program nor to root, or that other users may
     * change or replace: another user may have written it.
     */
    public static void requireOwn(Path file) throws IOException {
        requireOwn(file, file.toAbsolutePath().getRoot());
    }

    static void requireOwn(Path file, @Nullable Path top) throws IOException {
        findChange(file, top).ifPresent(change -> {
            throw new IllegalArgumentException(change);
        });
    }

    /** Refuses a file or a folder that is not of this user, or to which other users can write, even if they cannot reach it now. */
    public static void requireUnshared(Path file) throws IOException {
        requireOwn(file);
        var permissions = isPosix() ? Files.getPosixFilePermissions(file) : FOLDER;
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IllegalArgumentException("Not only its user can write to " + file + " ("
                    + PosixFilePermissions.toString(permissions) + "). Run: chmod go-w " + file);
        }
    }

    /** Returns a sentence if a file belongs neither to this user nor to root. */
    static Optional<String> findOtherOwner(Path file, int user) throws IOException {
        var owner = (int) Files.getAttribute(file, "unix:uid");
        return owner == 0 || owner == user
                ? Optional.empty()
                : Optional.of(file + " belongs to another user (" + owner
                        + "). Give it to the user of this program, or name another file.");
    }

    /**
     * Returns the bytes of a file with a secret, or throws an IllegalArgumentException that says why there are none. Only a small
     * regular file is read, so that no name makes the program wait or fill its memory.
     */
    public static byte[] readSecret(Path file) {
        if (!Files.exists(file)) {
            throw new IllegalArgumentException("There is no file " + file + ". Enter its absolute path.");
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " is not a regular file. Enter the file that holds the secret.");
        }
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(MAX_SECRET_BYTES + MAX_LINE_BREAK_BYTES + 1);
            if (bytes.length > MAX_SECRET_BYTES + MAX_LINE_BREAK_BYTES) {
                throw new IllegalArgumentException("The file " + file + " is larger than any secret (4,096 bytes).");
            }
            return bytes;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The file " + file + " cannot be read. Check that the user of this program may read it.", e);
        }
    }

    /** Logs a warning if other users of this machine can read, change or replace a file with a secret. */
    public static void warnIfExposed(Path file) {
        findExposure(file).ifPresent(exposure -> LOG.warn("{}", exposure));
    }

    /** Returns a sentence if other users of this machine can read, change or replace a file with a secret. */
    public static Optional<String> findExposure(Path file) {
        return findExposure(file, file.toAbsolutePath().getRoot());
    }

    /** Finds an exposure as {@link #findExposure(Path)} does, but assumes that others can enter {@code top} and all folders above. */
    static Optional<String> findExposure(Path file, @Nullable Path top) {
        try {
            var change = findChange(file, top);
            return change.isPresent() ? change : findUse(file, PosixFilePermission.OTHERS_READ, "read", top);
        } catch (IOException e) {
            return Optional.empty(); // reading the file reports that
        }
    }

    private static Optional<String> findChange(Path file, @Nullable Path top) throws IOException {
        var self = Path.of("/proc/self");
        var folder = file.toRealPath().getParent();
        if (isPosix() && Files.exists(self)) {
            var user = (int) Files.getAttribute(self, "unix:uid");
            var other = findOtherOwner(file, user);
            if (other.isPresent() || folder == null) {
                return other;
            }
            var owner = findOtherOwner(folder, user);
            if (owner.isPresent()) {
                return owner;
            }
        }
        var change = findUse(file, PosixFilePermission.OTHERS_WRITE, "change", top);
        return change.isEmpty()
                        && folder != null
                        && isReachable(file, top)
                        && Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE)
                        && !isSticky(folder)
                ? Optional.of("Other users of this machine can replace the secret in " + file
                        + ", because they can write to its folder. Run: chmod o-w " + folder)
                : change;
    }

    private static Optional<String> findUse(Path file, PosixFilePermission permission, String use, @Nullable Path top)
            throws IOException {
        if (!isReachable(file, top)) {
            return Optional.empty();
        }
        var permissions = Files.getPosixFilePermissions(file.toRealPath());
        return permissions.contains(permission)
                ? Optional.of("Other users of this machine can " + use + " the secret in " + file + " ("
                        + PosixFilePermissions.toString(permissions) + "). Run: chmod 600 " + file)
                : Optional.empty();
    }

    private static boolean isCredential(Path file) {
        var folder = System.getenv(CREDENTIALS);
        return folder != null && !folder.isEmpty() && file.startsWith(Path.of(folder));
    }

    /** Returns whether a file is regular, not a credential of systemd, and in a folder that other users may enter from {@code top}. */
    private static boolean isReachable(Path file, @Nullable Path top) throws IOException {
        var real = file.toRealPath();
        // The permissions of a device or folder are not those of a secret.
        if (!isPosix() || isCredential(real) || !Files.isRegularFile(real)) {
            return false;
        }
        for (var folder = real.getParent(); folder != null && !folder.equals(top); folder = folder.getParent()) {
            if (!Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isClosed(Path folder) throws IOException {
        return !isPosix() || FOLDER.containsAll(Files.getPosixFilePermissions(folder));
    }

    private static boolean holdsOnly(Path folder, Predicate<String> isOwn) throws IOException {
        try (var files = Files.list(folder)) {
            return files.allMatch(file -> isOwn.test(file.getFileName().toString()));
        }
    }

    private static boolean isSticky(Path folder) throws IOException {
        return ((int) Files.getAttribute(folder, "unix:mode") & STICKY) != 0;
    }

    private static FileAttribute<?>[] attributes(Set<PosixFilePermission> permissions) {
        return isPosix()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
