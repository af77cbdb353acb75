package dev.operatorkit.client;

import dev.operatorkit.json.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the catalogue's bytes over a restart. The file's own time says when the service last confirmed them. Trouble with the
 * disk costs a full answer, nothing else.
 */
final class CatalogueFile {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogueFile.class);
    private static final String FORMAT = "operatorkit catalogue 1";
    private static final int LARGEST_HEAD = 16 * 1024;

    private final Path path;
    private final String url;
    private final String operator;
    private final int largestBody;

    CatalogueFile(Path path, String url, String operator, int largestBody) {
        this.path = path.toAbsolutePath();
        this.url = url;
        this.operator = operator;
        this.largestBody = largestBody;
    }

    /** A copy and when it was confirmed. */
    record Stored(CatalogueCopy copy, Instant confirmedAt) {}

    /** What is stored for this very address and operator; nothing when there is none or it is damaged. */
    Optional<Stored> load() {
        try {
            if (Files.size(path) > (long) largestBody + LARGEST_HEAD) {
                throw new IOException("it is too large");
            }
            var copy = read(Files.readAllBytes(path));
            return Optional.of(new Stored(copy, Files.getLastModifiedTime(path).toInstant()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | MalformedJsonException e) {
            LOG.warn("the catalogue kept in {} is not used: {}", path, e.toString());
            return Optional.empty();
        }
    }

    private CatalogueCopy read(byte[] bytes) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(bytes));
        if (!in.readUTF().equals(FORMAT)
                || !in.readUTF().equals(url)
                || !in.readUTF().equals(operator)) {
            throw new IOException("it is of another service or operator");
        }
        var validators = new CacheValidators(absentWhenEmpty(in.readUTF()), absentWhenEmpty(in.readUTF()));
        var digest = in.readUTF();
        var body = in.readAllBytes();
        if (!digest.equals(CatalogueFetch.digest(body))) {
            throw new IOException("it is damaged");
        }
        return new CatalogueCopy(CatalogueFetch.parse(body), validators, digest, Duration.ZERO, null);
    }

    /** Writes a new copy, whole or not at all; one that was only confirmed gets its time. */
    void store(CatalogueCopy copy, Instant confirmedAt) {
        try {
            var body = copy.newBody();
            if (body != null) {
                write(bytes(copy, body));
            }
            Files.setLastModifiedTime(path, FileTime.from(confirmedAt));
        } catch (IOException e) {
            LOG.warn("the catalogue could not be kept in {}: {}", path, e.toString());
        }
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
        Files.createDirectories(path.getParent());
        var fresh = Files.createTempFile(path.getParent(), path.getFileName().toString(), ".new");
        try {
            try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                var buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static @Nullable String absentWhenEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    private static String emptyWhenAbsent(@Nullable String text) {
        return text == null ? "" : text;
    }
}
