package dev.operatorkit.signing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads secrets from files again when one has changed. At most one thread looks, once a second; the others do not wait. */
final class WatchedSecrets implements SecretSource {
    private static final Logger LOG = LoggerFactory.getLogger(SecretSource.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private final List<Path> files = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile long checkedAt;
    private volatile SecretKeys keys;
    private List<Object> seen;
    private boolean isUnreadable;

    WatchedSecrets(LongSupplier nanoTime, Path current, Path... previous) {
        this.nanoTime = nanoTime;
        files.add(current);
        files.addAll(List.of(previous));
        checkedAt = nanoTime.getAsLong();
        seen = versions();
        keys = read();
    }

    @Override
    public SecretKeys keys() {
        if (nanoTime.getAsLong() - checkedAt >= INTERVAL_NANOS && lock.tryLock()) {
            try {
                checkedAt = nanoTime.getAsLong();
                readChanges();
            } finally {
                lock.unlock();
            }
        }
        return keys;
    }

    private void readChanges() {
        var versions = versions();
        if (versions.equals(seen)) {
            return;
        }
        try {
            keys = read();
            isUnreadable = false;
            LOG.info("The secrets were read again, because one of the files {} has changed", files);
        } catch (IllegalArgumentException e) {
            if (!isUnreadable) {
                LOG.warn("The secrets in use are those read before: {}", e.getMessage());
            }
            isUnreadable = true;
        }
        seen = versions;
    }

    private SecretKeys read() {
        return files.stream()
                .map(SecretKeys::fromFile)
                .reduce(SecretKeys::withPrevious)
                .orElseThrow();
    }

    /** Returns what changes with a file: before it is read, so that a change while it is read is seen the next time. */
    private List<Object> versions() {
        return files.stream().map(WatchedSecrets::version).toList();
    }

    private static Object version(Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.size() + " " + attributes.lastModifiedTime() + " " + attributes.fileKey();
        } catch (IOException e) {
            return "unreadable";
        }
    }

    @Override
    public String toString() {
        return "SecretSource" + files;
    }
}
