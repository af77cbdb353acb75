package dev.operatorkit.simulator.transcript;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Stores exchanges in memory until the simulator stops, in a ring buffer indexed by their numbers. A concurrent reader sees
 * either an exchange or its successor and distinguishes them by number.
 */
final class RecentExchanges implements Exchanges {
    private static final long MOST_BYTES = 64L << 20;

    private final AtomicReferenceArray<@Nullable Entry> ring;
    private volatile long oldest = 1;
    private volatile long newest;
    private long bytes;

    RecentExchanges(int bound) {
        ring = new AtomicReferenceArray<>(bound);
    }

    @Override
    public void store(List<Entry> batch) {
        for (var entry : batch) {
            bytes += entry.weight();
            var first = oldest;
            while (first < entry.id() && (bytes > MOST_BYTES || first <= entry.id() - ring.length())) {
                var gone = ring.getAndSet(place(first++), null);
                bytes -= gone == null ? 0 : gone.weight();
            }
            ring.set(place(entry.id()), entry);
            oldest = first;
            newest = entry.id();
        }
    }

    @Override
    public List<Entry> before(Filter filter, long id, int limit) {
        var last = Math.min(id, newest + 1) - 1;
        var first = oldest;
        return matching(filter, LongStream.rangeClosed(first, last).map(each -> first + last - each), limit);
    }

    @Override
    public List<Entry> after(Filter filter, long id, int limit) {
        return matching(filter, LongStream.rangeClosed(Math.max(Math.min(id, newest) + 1, oldest), newest), limit);
    }

    private List<Entry> matching(Filter filter, LongStream ids, int limit) {
        return ids.mapToObj(this::at)
                .filter(Objects::nonNull)
                .filter(filter::matches)
                .limit(limit)
                .toList();
    }

    @Override
    public Optional<Entry> find(long id) {
        return id < 1 ? Optional.empty() : Optional.ofNullable(at(id));
    }

    private @Nullable Entry at(long id) {
        var entry = ring.get(place(id));
        return entry != null && entry.id() == id ? entry : null;
    }

    private int place(long id) {
        return (int) (id % ring.length());
    }

    @Override
    public long size() {
        return LongStream.rangeClosed(oldest, newest)
                .filter(id -> at(id) != null)
                .count();
    }

    @Override
    public long newestId() {
        return newest;
    }
}
