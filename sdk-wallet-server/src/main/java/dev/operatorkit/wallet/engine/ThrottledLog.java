package dev.operatorkit.wallet.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * Writes at most one line a second of each event and kind of failure, with the number of suppressed ones: a database that is down fails
 * every callback, and the log must not fill the disk. After a costly line it pauses, so that all take a fiftieth of a processor at most.
 */
public final class ThrottledLog {
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);
    private static final long MAX_PAUSE = TimeUnit.HOURS.toNanos(1);
    private static final int SHARE = 50;
    private static final int MAX_LENGTH = 200;
    private static final int MAX_CAUSES = 10;

    private final Logger log;
    private final LongSupplier nanoTime;
    private final Map<String, Line> lines = new ConcurrentHashMap<>();

    /** Creates a throttled form of this log. */
    public ThrottledLog(Logger log) {
        this(log, System::nanoTime);
    }

    ThrottledLog(Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
    }

    private record Line(AtomicLong due, AtomicLong suppressed) {}

    /** Writes a failure on one line, and its stack trace at level debug. */
    public void warn(String event, Throwable failure) {
        warn(event + failure.getClass(), event, () -> text(failure));
        log.debug(event, failure);
    }

    /** Writes an event with details that are only made when it is written. */
    void warn(String event, Supplier<String> details) {
        warn(event, event, details);
    }

    /** Writes an unexpected failure, with its stack trace when it is the first of its kind. */
    public void error(String event, Throwable failure) {
        var line = new Line(new AtomicLong(nanoTime.getAsLong() + INTERVAL), new AtomicLong());
        if (lines.putIfAbsent(event + failure.getClass(), line) == null) {
            log.error(event, failure);
        } else {
            warn(event, failure);
        }
    }

    private void warn(String kind, String event, Supplier<String> details) {
        var now = nanoTime.getAsLong();
        var line = lines.computeIfAbsent(kind, any -> new Line(new AtomicLong(now), new AtomicLong()));
        var due = line.due.get();
        if (now - due < 0 || !line.due.compareAndSet(due, now + MAX_PAUSE)) {
            line.suppressed.incrementAndGet();
            return;
        }
        try {
            var suppressed = line.suppressed.getAndSet(0);
            log.warn(event + " ({} more since the last such line): {}", suppressed, details.get());
        } finally {
            line.due.set(now + Math.max(INTERVAL, SHARE * (nanoTime.getAsLong() - now)));
        }
    }

    /** Returns a failure and its causes on one line. */
    static String text(Throwable failure) {
        return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(MAX_CAUSES)
                .map(cause -> text(cause.toString()))
                .collect(Collectors.joining("; caused by "));
    }

    /** Escapes and shortens text from a request. */
    static String text(String text) {
        var escaped = text.chars()
                .limit(MAX_LENGTH)
                .mapToObj(c -> c >= ' ' && c <= '~' ? Character.toString(c) : String.format("\\u%04x", c))
                .collect(Collectors.joining());
        return escaped + (text.length() > MAX_LENGTH ? "…" : "");
    }
}
