package dev.operatorkit.http.guard;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/**
 * Writes at most one warning per second, with the number of suppressed ones, so that strangers cannot fill the disk.
 */
final class ThrottledLog {
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final Logger log;
    private final String event;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong suppressed = new AtomicLong();

    /** Creates a log of one kind of event; the name of the kind begins each line. */
    ThrottledLog(Logger log, String event) {
        this.log = log;
        this.event = event;
    }

    /** Writes the event with this detail, or only counts it if the last line was written less than a second ago. */
    void warn(Object detail) {
        var now = System.nanoTime();
        var due = next.get();
        if (now - due < 0 || !next.compareAndSet(due, now + PAUSE)) {
            suppressed.incrementAndGet();
            return;
        }
        log.warn("{}: {} ({} more since the last such line)", event, detail, suppressed.getAndSet(0));
    }
}
