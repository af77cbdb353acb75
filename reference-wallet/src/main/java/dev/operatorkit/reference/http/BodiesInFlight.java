package dev.operatorkit.reference.http;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Consumer;

/**
 * Bounds how many bodies may be on their way, in all and from one source. One more ends the one that has taken longest: a
 * body that is sent in one go is hardly ever waited for, so the oldest of many is a slow one.
 */
final class BodiesInFlight {
    private final int most;
    private final int mostOfOneSource;
    private final Consumer<OpenConnection> end;
    private final Map<InetAddress, SequencedSet<OpenConnection>> bySource = new HashMap<>();
    private int count;

    /** Hands each that has to end to {@code end}. */
    BodiesInFlight(int most, int mostOfOneSource, Consumer<OpenConnection> end) {
        this.most = most;
        this.mostOfOneSource = mostOfOneSource;
        this.end = end;
    }

    void add(InetAddress source, OpenConnection connection) {
        OpenConnection oldest = null;
        synchronized (this) {
            var own = bySource.get(source);
            if (own != null && own.size() >= mostOfOneSource) {
                oldest = own.getFirst();
                remove(source, oldest);
            } else if (count >= most) {
                oldest = removeOldestOfTheBusiest();
            }
            bySource.computeIfAbsent(source, any -> new LinkedHashSet<>()).add(connection);
            count++;
        }
        if (oldest != null) {
            end.accept(oldest);
        }
    }

    private OpenConnection removeOldestOfTheBusiest() {
        var busiest = bySource.entrySet().stream()
                .max((one, other) ->
                        Integer.compare(one.getValue().size(), other.getValue().size()))
                .orElseThrow();
        var oldest = busiest.getValue().getFirst();
        remove(busiest.getKey(), oldest);
        return oldest;
    }

    synchronized void remove(InetAddress source, OpenConnection connection) {
        var own = bySource.get(source);
        if (own == null || !own.remove(connection)) {
            return; // ended meanwhile
        }
        count--;
        if (own.isEmpty()) {
            bySource.remove(source);
        }
    }
}
