package dev.operatorkit.simulator.transcript;

import java.util.List;
import java.util.Optional;

/** Where the transcript keeps its exchanges: the newest, as many as it may. */
sealed interface Exchanges permits RecentExchanges, StoredExchanges {
    /** Keeps these, in the order of their numbers, which are higher than any before; never called twice at once. */
    void store(List<Entry> batch);

    /** Those with a lower number than {@code id}, the newest first. */
    List<Entry> before(Filter filter, long id, int limit);

    /** Those with a higher number than {@code id}, the oldest first. */
    List<Entry> after(Filter filter, long id, int limit);

    Optional<Entry> find(long id);

    long size();

    /** The highest number of all, 0 when there never was one. */
    long newestId();
}
