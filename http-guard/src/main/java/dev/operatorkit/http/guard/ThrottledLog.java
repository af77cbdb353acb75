package dev.operatorkit.http.guard;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * Writes at most one warning per second, with the number of suppressed ones, so that strangers cannot fill the disk. Writes a stack
 * trace once for each place that fails.
 */
public final class ThrottledLog {
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();
    private static final int MAX_PLACES = 100;

    private final Logger log;
    private final String event;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong suppressed = new AtomicLong();
    private final Set<String> places = ConcurrentHashMap.newKeySet();

    /** Creates a log of one kind of event; the name of the kind begins each line. */
    public ThrottledLog(Logger log, String event) {
        this.log = log;
        this.event = event;
    }

    /** Writes the failure with its stack trace if it is the first one in its place, and otherwise as an event. */
    public void warn(Object detail, Throwable failure) {
        var place = place(failure);
        if (places.size() < MAX_PLACES && places.add(place)) {
            log.warn(event + ": {}", detail, failure);
        } else {
            warn(detail + ": " + place);
        }
    }

    /** Returns the line of ours that failed: libraries create their exceptions in one place. */
    private static String place(Throwable failure) {
        var frames = failure.getStackTrace();
        return failure.getClass().getName()
                + Stream.of(frames)
                        .filter(frame -> frame.getClassName().startsWith("dev.operatorkit."))
                        .findFirst()
                        .or(() -> Stream.of(frames).findFirst())
                        .map(frame -> " at " + frame)
                        .orElse("");
    }

    /** Writes the event with this detail, or only counts it if the last line was written less than a second ago. */
    void warn(Object detail) {
        var now = System.nanoTime();
        var due = next.get();
        if (now - due < 0 || !next.compareAndSet(due, now + PAUSE)) {
            suppressed.incrementAndGet();
            return;
        }
        log.warn(event + ": {} ({} more since the last such line)", detail, suppressed.getAndSet(0));
    }
}
