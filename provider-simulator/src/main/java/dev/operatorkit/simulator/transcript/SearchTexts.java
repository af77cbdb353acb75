package dev.operatorkit.simulator.transcript;

import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
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

    SearchTexts(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    synchronized void add(long id, byte[] text) {
        if (texts.putIfAbsent(id, text) == null) {
            bytes += weight(text);
        }
        while (bytes > mostBytes) {
            bytes -= weight(texts.pollFirstEntry().getValue());
        }
    }

    /** Drops the texts of deleted exchanges. */
    synchronized void removeUpTo(long id) {
        while (!texts.isEmpty() && texts.firstKey() <= id) {
            bytes -= weight(texts.pollFirstEntry().getValue());
        }
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
