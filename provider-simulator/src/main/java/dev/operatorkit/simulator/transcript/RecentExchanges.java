package dev.operatorkit.simulator.transcript;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Keeps exchanges in memory, until the simulator stops. Unauthenticated exchanges have a separate share, so that they
 * cannot push out the others.
 */
final class RecentExchanges implements Exchanges {
    private static final long MOST_BYTES = 64L << 20;
    private static final long MOST_BYTES_OF_STRANGERS = 8L << 20;

    private final ConcurrentNavigableMap<Long, Entry> all = new ConcurrentSkipListMap<>();
    private final Share authenticated;
    private final Share strangers;

    RecentExchanges(int bound) {
        authenticated = new Share(bound, MOST_BYTES);
        strangers = new Share(Exchanges.strangersShare(bound), MOST_BYTES_OF_STRANGERS);
    }

    /** Holds one kind of exchanges in the order of their numbers, and drops the oldest first. */
    private final class Share {
        private final ArrayDeque<Entry> entries = new ArrayDeque<>();
        private final int most;
        private final long mostBytes;
        private long bytes;

        Share(int most, long mostBytes) {
            this.most = most;
            this.mostBytes = mostBytes;
        }

        void add(Entry entry) {
            entries.add(entry);
            bytes += entry.weight();
            while (entries.size() > most || (bytes > mostBytes && entries.size() > 1)) {
                var oldest = entries.remove();
                bytes -= oldest.weight();
                all.remove(oldest.id());
            }
        }
    }

    @Override
    public void store(List<Addition> batch) {
        for (var addition : batch) {
            all.put(addition.entry().id(), addition.entry());
            (addition.authenticated() ? authenticated : strangers).add(addition.entry());
        }
    }

    @Override
    public List<Entry> before(Filter filter, long id, int limit) {
        return matching(filter, all.headMap(id, false).descendingMap().values(), limit);
    }

    @Override
    public List<Entry> after(Filter filter, long id, int limit) {
        return matching(filter, all.tailMap(id, false).values(), limit);
    }

    private static List<Entry> matching(Filter filter, Collection<Entry> entries, int limit) {
        return entries.stream().filter(filter::matches).limit(limit).toList();
    }

    @Override
    public Optional<Entry> find(long id) {
        return Optional.ofNullable(all.get(id));
    }

    @Override
    public long size() {
        return all.size();
    }

    @Override
    public long newestId() {
        var newest = all.lastEntry();
        return newest == null ? 0 : newest.getKey();
    }
}
