package dev.operatorkit.client;

import dev.operatorkit.client.CatalogueFetch.CacheValidators;
import dev.operatorkit.client.CatalogueFetch.CatalogueCopy;
import dev.operatorkit.json.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the bytes of the catalogue across restarts. The modification time of the file is the time at which the provider
 * last confirmed them. An error of the disk only costs a full response.
 */
final class CatalogueFile {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogueFile.class);
    private static final String FORMAT = "operatorkit catalogue 1";
    private static final int LARGEST_HEAD = 16 * 1024;

    private final Path path;
    private final String url;
    private final String operator;
    private final int largestBody;

    /** True if the file does not hold the current catalogue, so that the next poll must get a full response. */
    private boolean isOutdated;

    private @Nullable String problem;

    CatalogueFile(Path path, HttpUrl url, String operator, int largestBody) {
        this.path = path.toAbsolutePath();
        this.url = url.toString();
        this.operator = operator;
        this.largestBody = largestBody;
    }

    /** Holds a copy and the time at which it was confirmed. */
    record Stored(CatalogueCopy copy, Instant confirmedAt) {}

    /** Returns the file to replace. A symbolic link to a file stays, and its target is replaced. */
    private Path target() throws IOException {
        return Files.isRegularFile(path) ? path.toRealPath() : path;
    }

    /** Checks that the file is none that blocks its reader, such as a pipe, and none that must not be replaced. */
    private void requireRegularIfPresent() throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException("it is not a regular file");
        }
    }

    /** Reads the copy that was stored for this address and operator; empty when there is none or it is damaged. */
    Optional<Stored> load() {
        try {
            requireRegularIfPresent();
            if (Files.size(path) > (long) largestBody + LARGEST_HEAD) {
                throw new IOException("the file is too large");
            }
            var copy = read(Files.readAllBytes(path));
            return Optional.of(new Stored(copy, Files.getLastModifiedTime(path).toInstant()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | MalformedJsonException e) {
            LOG.warn("The catalogue cached in {} is not used, a new one is fetched: {}", path, e.toString());
            return Optional.empty();
        }
    }

    private CatalogueCopy read(byte[] bytes) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(bytes));
        if (!in.readUTF().equals(FORMAT)
                || !in.readUTF().equals(url)
                || !in.readUTF().equals(operator)) {
            throw new IOException("the file belongs to another base URL or operator");
        }
        var validators = CacheValidators.of(in.readUTF(), in.readUTF());
        var digest = in.readUTF();
        var body = in.readAllBytes();
        if (!digest.equals(CatalogueFetch.digest(body))) {
            throw new IOException("the file is damaged");
        }
        return new CatalogueCopy(
                CatalogueFetch.parse(body), validators, digest, CatalogueFetch.Permission.FROM_FILE, null);
    }

    /**
     * Writes a new copy atomically, or sets the time of one that was only confirmed. After an error the next poll gets a
     * full response, which is written.
     */
    void store(CatalogueCopy copy, Instant confirmedAt) {
        isOutdated = true;
        try {
            var body = copy.newBody();
            requireRegularIfPresent();
            if (body != null) {
                write(bytes(copy, body));
            }
            Files.setLastModifiedTime(path, FileTime.from(confirmedAt));
            isOutdated = false;
            if (problem != null) {
                problem = null;
                LOG.info("The catalogue is cached in {} again", path);
            }
        } catch (IOException | RuntimeException e) {
            report(e);
        }
    }

    /** Returns true if the file does not hold the current catalogue and can only be written after a full response. */
    boolean isOutdated() {
        return isOutdated;
    }

    /** Logs a problem at the first poll that has it, and not at each one. */
    private void report(Exception failure) {
        // The path in the message is often that of a temporary file, which has another name each time.
        var reason = failure instanceof FileSystemException e
                ? e.getClass().getSimpleName() + (e.getReason() == null ? "" : ": " + e.getReason())
                : failure.toString();
        if (!reason.equals(problem)) {
            LOG.warn("The catalogue could not be cached in {}, each poll tries again: {}", path, reason);
        }
        problem = reason;
    }

    private byte[] bytes(CatalogueCopy copy, byte[] body) throws IOException {
        var bytes = new ByteArrayOutputStream(body.length + LARGEST_HEAD);
        var out = new DataOutputStream(bytes);
        out.writeUTF(FORMAT);
        out.writeUTF(url);
        out.writeUTF(operator);
        out.writeUTF(emptyWhenAbsent(copy.validators().etag()));
        out.writeUTF(emptyWhenAbsent(copy.validators().lastModified()));
        out.writeUTF(copy.digest());
        out.write(body);
        return bytes.toByteArray();
    }

    private void write(byte[] bytes) throws IOException {
        var target = target();
        var folder = Objects.requireNonNull(target.getParent(), "the root is no file");
        // Java 17 does not accept a symbolic link to a folder as an existing one.
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        // Only its owner may read it: that is the mode of a temporary file.
        var fresh = Files.createTempFile(folder, "catalogue", ".new");
        try {
            try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                var buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static String emptyWhenAbsent(@Nullable String text) {
        return text == null ? "" : text;
    }
}
