package dev.operatorkit.simulator.transcript;

import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds what is searched of the newest stored exchanges in memory, because reading the messages of all of them from the database
 * takes seconds. Older ones are dropped when the limit is reached; they are then searched in the database.
 */
final class SearchTexts {
    private static final int OVERHEAD = 96;

    private final ConcurrentNavigableMap<Long, byte[]> texts = new ConcurrentSkipListMap<>();
    private final long mostBytes;
    private long bytes;
    private volatile boolean complete = true;

    SearchTexts(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    synchronized void add(long id, byte[] text) {
        if (texts.putIfAbsent(id, text) == null) {
            bytes += weight(text);
        }
        while (bytes > mostBytes) {
            complete = false;
            bytes -= weight(texts.pollFirstEntry().getValue());
        }
    }

    /** Drops the texts of deleted exchanges. */
    synchronized void removeUpTo(long id) {
        while (!texts.isEmpty() && texts.firstKey() <= id) {
            bytes -= weight(texts.pollFirstEntry().getValue());
        }
    }

    /** Returns whether no kept exchange is missing. */
    boolean isComplete() {
        return complete;
    }

    /** Notes that some kept exchanges are missing. */
    void markIncomplete() {
        complete = false;
    }

    /** Returns at most {@code limit} exchanges with a text, on one side of a number, nearest first. */
    Stream<Long> search(SearchText text, long start, boolean newestFirst, int limit) {
        var side = newestFirst ? texts.headMap(start, false).descendingMap() : texts.tailMap(start, false);
        return side.entrySet().stream()
                .filter(entry -> text.isIn(entry.getValue()))
                .limit(limit)
                .map(Map.Entry::getKey);
    }

    /** Returns the text of an exchange, or null if it is not held. */
    byte @Nullable [] find(long id) {
        return texts.get(id);
    }

    /** Returns whether another ordinary exchange fits. */
    synchronized boolean hasRoom() {
        return bytes < mostBytes - mostBytes / 64;
    }

    private static int weight(byte[] text) {
        return OVERHEAD + text.length;
    }
}
