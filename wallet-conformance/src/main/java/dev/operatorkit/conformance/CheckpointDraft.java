package dev.operatorkit.conformance;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Reserves the place of a checkpoint before a run, so that the run moves no money when it could not leave one. The draft lies beside
 * the file and replaces it when it is whole. It is locked, so that two runs do not leave their rounds in the same file.
 */
public final class CheckpointDraft implements CheckpointWriter, AutoCloseable {
    private static final int MOST_LINKS = 40;
    private static final String OWNER_ONLY = "rw-------";
    private static final Set<OpenOption> CREATE =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private final Path file;
    private final Path place;
    private final Path draft;
    private final FileChannel channel;
    private boolean written;

    private CheckpointDraft(Path file, Path place, Path draft, FileChannel channel) {
        this.file = file;
        this.place = place;
        this.draft = draft;
        this.channel = channel;
    }

    /** Reserves the place of this file; refuses one that cannot be written, or that holds something else. */
    public static CheckpointDraft open(Path file) {
        try {
            var place = target(file);
            requireReplaceable(file, place);
            requireRename(place);
            var draft = place.resolveSibling(place.getFileName() + ".part");
            if (Files.exists(draft, LinkOption.NOFOLLOW_LINKS)) {
                requireReplaceable(draft, draft);
            }
            var channel = FileChannel.open(draft, CREATE, ownerOnly(draft));
            if (CheckpointFile.isLocked(channel) || !Files.exists(draft)) {
                channel.close();
                throw new IllegalArgumentException(
                        file + " is in use: another run leaves its rounds there. Name another file.");
            }
            if (isPosix(draft)) {
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString(OWNER_ONLY));
            }
            return new CheckpointDraft(file, place, draft, channel);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    file + " cannot be written: " + reason(e)
                            + ". Name a file in an existing folder that you may write to.",
                    e);
        }
    }

    /** Returns the file that a symbolic link leads to, which need not exist, so that the link stays. */
    private static Path target(Path file) throws IOException {
        var place = file.toAbsolutePath().normalize();
        for (var i = 0; i < MOST_LINKS && Files.isSymbolicLink(place); i++) {
            place = place.resolveSibling(Files.readSymbolicLink(place)).normalize();
        }
        return place;
    }

    private static void requireReplaceable(Path file, Path place) throws IOException {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalArgumentException(file + " is not a regular file and was not changed. Name another file.");
        }
        if (!Files.isWritable(place)) {
            throw new FileSystemException(file.toString(), null, "it may not be replaced");
        }
        if (!CheckpointFile.isReplaceable(place)) {
            throw new IllegalArgumentException(
                    file + " holds something other than a checkpoint and was not changed. Name another file.");
        }
    }

    /** Creates a file in the folder and renames it: some file systems permit one and not the other. */
    private static void requireRename(Path place) throws IOException {
        var folder = place.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new FileSystemException(place.toString(), null, "the folder does not exist");
        }
        var created = Files.createTempFile(folder, ".checkpoint", ".part");
        var renamed = created.resolveSibling(created.getFileName() + ".renamed");
        try {
            Files.move(created, renamed);
        } finally {
            Files.deleteIfExists(created);
            Files.deleteIfExists(renamed);
        }
    }

    private static boolean isPosix(Path draft) {
        return draft.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] ownerOnly(Path draft) {
        return isPosix(draft)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY))
                }
                : new FileAttribute<?>[0];
    }

    private static String reason(IOException e) {
        var given = e instanceof FileSystemException named ? named.getReason() : e.getMessage();
        return given == null ? e.getClass().getSimpleName() : given;
    }

    /**
     * Writes the checkpoint of a session. A JUnit class on an older JVM calls this: passing the draft to the session itself
     * would load classes of the suite before that JVM is refused.
     */
    public void fillFrom(SuiteSession session) throws IOException {
        session.leave(this);
    }

    /** Writes the checkpoint, readable by its owner only, and moves it to its place when it is whole. */
    @Override
    public void write(Checkpoint checkpoint) throws IOException {
        try {
            var content = ByteBuffer.wrap(CheckpointFile.content(checkpoint));
            channel.truncate(0);
            while (content.hasRemaining()) {
                channel.write(content);
            }
            channel.force(true);
            channel.close(); // some systems do not rename an open file
            Files.move(draft, place, StandardCopyOption.REPLACE_EXISTING);
            written = true;
        } catch (IOException e) {
            throw new IOException(file + " could not be written: " + reason(e), e);
        }
    }

    /** Removes the draft unless it has become the file. */
    @Override
    public void close() throws IOException {
        channel.close();
        if (!written) {
            Files.deleteIfExists(draft);
        }
    }
}
