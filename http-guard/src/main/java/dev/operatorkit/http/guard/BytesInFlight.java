package dev.operatorkit.http.guard;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Limits what is being transmitted, such as the bodies of requests: their number, and their bytes in memory.
 *
 * <p>One more than the limit, or one byte more, ends the oldest that is incomplete. What is sent in one go is hardly ever waited for,
 * so the oldest of many is a slow one. A body that is complete is held until its response begins: its bytes count, and it is not
 * ended any more.
 */
final class BytesInFlight {
    private final int maxCount;
    private final long maxBytes;
    private final Consumer<OpenConnection> end;
    private final SequencedMap<OpenConnection, Long> waiting = new LinkedHashMap<>();
    private final Map<OpenConnection, Long> complete = new HashMap<>();
    private long bytes;

    /** Creates limits that call {@code end} with each connection that has to end. */
    BytesInFlight(int maxCount, long maxBytes, Consumer<OpenConnection> end) {
        this.maxCount = maxCount;
        this.maxBytes = maxBytes;
        this.end = end;
    }

    /** Adds a transmission that begins. */
    void add(OpenConnection connection) {
        OpenConnection oldest = null;
        synchronized (this) {
            if (waiting.putIfAbsent(connection, 0L) == null && waiting.size() > maxCount) {
                oldest = removeOldest();
            }
        }
        end(oldest);
    }

    /** Counts further bytes; nothing if the connection was ended meanwhile. */
    void grow(OpenConnection connection, int more) {
        OpenConnection oldest = null;
        synchronized (this) {
            if (waiting.computeIfPresent(connection, (one, before) -> before + more) == null) {
                return;
            }
            bytes += more;
            if (bytes > maxBytes) {
                oldest = removeOldest();
            }
        }
        end(oldest);
    }

    /** Records that a body is complete: its bytes count until the response begins. */
    synchronized void complete(OpenConnection connection) {
        var held = waiting.remove(connection);
        if (held != null && held > 0) {
            complete.put(connection, held);
        }
    }

    /** Removes a transmission, complete or not. */
    synchronized void remove(OpenConnection connection) {
        bytes -= orZero(waiting.remove(connection)) + orZero(complete.remove(connection));
    }

    private OpenConnection removeOldest() {
        var oldest = waiting.pollFirstEntry();
        bytes -= oldest.getValue();
        return oldest.getKey();
    }

    private static long orZero(@Nullable Long held) {
        return held == null ? 0 : held;
    }

    private void end(@Nullable OpenConnection connection) {
        if (connection != null) {
            end.accept(connection);
        }
    }
}
