package dev.operatorkit.simulator.transcript;

import java.util.List;
import java.util.Optional;

/** Stores the newest exchanges of the transcript. */
sealed interface Exchanges permits RecentExchanges, StoredExchanges {
    /** Returns the number of unauthenticated exchanges that are kept in addition to {@code bound} others. */
    static int strangersShare(int bound) {
        return Math.max(1, bound / 10);
    }

    /**
     * Holds an exchange to store.
     *
     * @param authenticated false for a call that was refused before its signature was verified, which anybody can make
     */
    record Addition(Entry entry, boolean authenticated) {}

    /** Stores a batch, ordered by numbers that are higher than all earlier ones. Never called concurrently. */
    void store(List<Addition> batch);

    /** Returns exchanges with a lower number than {@code id}, newest first. */
    List<Entry> before(Filter filter, long id, int limit);

    /** Returns exchanges with a higher number than {@code id}, oldest first. */
    List<Entry> after(Filter filter, long id, int limit);

    Optional<Entry> find(long id);

    long size();

    /** Returns the highest number, or 0 if there was none. */
    long newestId();
}
