package dev.operatorkit.reference.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/** Writes a warning once a second at most, with the number of those that were left out: what strangers do fills no disk. */
final class ThrottledLog {
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final Logger log;
    private final String event;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong leftOut = new AtomicLong();

    /** Of one kind of event, as the beginning of a sentence. */
    ThrottledLog(Logger log, String event) {
        this.log = log;
        this.event = event;
    }

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
