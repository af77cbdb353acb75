package dev.operatorkit.http.guard;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/** Writes a warning once a second at most, with the number of those that were left out, so that no stranger fills a disk. */
final class ThrottledLog {
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final Logger log;
    private final String event;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong leftOut = new AtomicLong();

    /** Makes a log of one kind of event, which is the beginning of a sentence. */
    ThrottledLog(Logger log, String event) {
        this.log = log;
        this.event = event;
    }

    /** Writes the event with this detail, or counts it where the last line is too young. */
    void warn(Object detail) {
        var now = System.nanoTime();
        var due = next.get();
        if (now - due < 0 || !next.compareAndSet(due, now + PAUSE)) {
            leftOut.incrementAndGet();
            return;
        }
        log.warn("{}: {} ({} more since the last such line)", event, detail, leftOut.getAndSet(0));
    }
}
