package dev.operatorkit.simulator.transcript;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** Exchanges in memory, where they end with the simulator. */
final class RecentExchanges implements Exchanges {
    private static final long MOST_BYTES = 64L << 20;

    private final ConcurrentSkipListMap<Long, Entry> byId = new ConcurrentSkipListMap<>();
    private final int bound;
    private long bytes;

    RecentExchanges(int bound) {
        this.bound = bound;
    }

    @Override
    public void keep(List<Entry> batch) {
        for (var entry : batch) {
            byId.put(entry.id(), entry);
            bytes += entry.weight();
            while (byId.firstKey() < entry.id() && (bytes > MOST_BYTES || byId.firstKey() <= entry.id() - bound)) {
                bytes -= byId.pollFirstEntry().getValue().weight();
            }
        }
    }

    @Override
    public List<Entry> before(Filter filter, long id, int limit) {
        return matching(filter, byId.headMap(id).descendingMap().values(), limit);
    }

    @Override
    public List<Entry> after(Filter filter, long id, int limit) {
        return matching(filter, byId.tailMap(id, false).values(), limit);
    }

    private static List<Entry> matching(Filter filter, Collection<Entry> entries, int limit) {
        return entries.stream().filter(filter::matches).limit(limit).toList();
    }

    @Override
    public Optional<Entry> find(long id) {
        return Optional.ofNullable(byId.get(id));
    }

    @Override
    public long size() {
        return byId.size();
    }

    @Override
    public long newestId() {
        return byId.isEmpty() ? 0 : byId.lastKey();
    }
}
