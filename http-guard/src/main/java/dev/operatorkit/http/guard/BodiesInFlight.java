package dev.operatorkit.http.guard;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Limits the bodies that are being received: their number, in all and from one source, and their bytes in memory.
 *
 * <p>One more than the bound, or one byte more, ends the one that has taken longest, of the source that holds most. A body that
 * is sent in one go is hardly ever waited for, so the oldest of many is a slow one. A body that has arrived is held until its
 * response begins: it counts with its bytes, and is not ended any more.
 */
final class BodiesInFlight {
    private final Limits limits;
    private final Consumer<OpenConnection> end;
    private final Map<Source, Bodies> bySource = new HashMap<>();
    private final Map<OpenConnection, Long> arrived = new HashMap<>();
    private int count;
    private long bytes;

    /**
     * Holds the limits.
     *
     * @param bodies the greatest number that may be waited for
     * @param bodiesOfOneSource the greatest number from one source
     * @param bytes the most bytes of bodies that may be held
     */
    record Limits(int bodies, int bodiesOfOneSource, long bytes) {}

    /** Holds the incomplete bodies of one source, oldest first, with their bytes so far. */
    private static final class Bodies {
        private final SequencedMap<OpenConnection, Long> waiting = new LinkedHashMap<>();
        private long bytes;
    }

    /** Creates limits that call {@code end} with each connection that has to end. */
    BodiesInFlight(Limits limits, Consumer<OpenConnection> end) {
        this.limits = limits;
        this.end = end;
    }

    /** Adds a body that has not arrived yet. */
    void add(Source source, OpenConnection connection) {
        OpenConnection oldest = null;
        synchronized (this) {
            var own = bySource.get(source);
            if (own != null && own.waiting.containsKey(connection)) {
                return;
            }
            if (own != null && own.waiting.size() >= limits.bodiesOfOneSource()) {
                oldest = removeOldest(source, own);
            } else if (count >= limits.bodies()) {
                oldest = removeOldestOfTheBusiest(false);
            }
            bySource.computeIfAbsent(source, any -> new Bodies()).waiting.put(connection, 0L);
            count++;
        }
        end(oldest);
    }

    /** Adds bytes of a body that have arrived. */
    void grow(Source source, OpenConnection connection, int more) {
        OpenConnection oldest = null;
        synchronized (this) {
            var own = bySource.get(source);
            if (own == null || own.waiting.computeIfPresent(connection, (any, before) -> before + more) == null) {
                return; // ended meanwhile
            }
            own.bytes += more;
            bytes += more;
            if (bytes > limits.bytes()) {
                oldest = removeOldestOfTheBusiest(true);
            }
        }
        end(oldest);
    }

    /** Records that a body is complete: its bytes count until the response begins. */
    synchronized void arrive(Source source, OpenConnection connection) {
        var held = take(source, connection);
        if (held > 0) {
            arrived.put(connection, held);
            bytes += held;
        }
    }

    /** Removes a body, complete or not. */
    synchronized void remove(Source source, OpenConnection connection) {
        take(source, connection);
        var held = arrived.remove(connection);
        bytes -= held == null ? 0 : held;
    }

    private OpenConnection removeOldestOfTheBusiest(boolean byBytes) {
        var busiest = bySource.entrySet().stream()
                .max((one, other) -> Long.compare(weight(one.getValue(), byBytes), weight(other.getValue(), byBytes)))
                .orElseThrow();
        return removeOldest(busiest.getKey(), busiest.getValue());
    }

    private static long weight(Bodies source, boolean byBytes) {
        return byBytes ? source.bytes : source.waiting.size();
    }

    private OpenConnection removeOldest(Source source, Bodies own) {
        var oldest = own.waiting.firstEntry().getKey();
        take(source, oldest);
        return oldest;
    }

    private long take(Source source, OpenConnection connection) {
        var own = bySource.get(source);
        var held = own == null ? null : own.waiting.remove(connection);
        if (own == null || held == null) {
            return 0; // ended meanwhile
        }
        count--;
        own.bytes -= held;
        bytes -= held;
        if (own.waiting.isEmpty()) {
            bySource.remove(source);
        }
        return held;
    }

    private void end(@Nullable OpenConnection connection) {
        if (connection != null) {
            end.accept(connection);
        }
    }
}
