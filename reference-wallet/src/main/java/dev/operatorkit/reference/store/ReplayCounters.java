package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.REPLAYS;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.schedule.RepeatedTask;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jooq.Query;
import org.jooq.impl.DSL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the replays of each transaction in memory and stores them every few seconds, for information only. */
public final class ReplayCounters implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayCounters.class);
    private static final int MAX_PENDING = 1000; // more replays than these are not counted
    private static final int IN_ONE_UNIT = 100;
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final Database database;
    private final Clock clock;
    private final Map<String, Long> seen = new ConcurrentHashMap<>();
    private final RepeatedTask writer;

    /** Creates counters in a database. */
    public ReplayCounters(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.writer = RepeatedTask.start("replays", EVERY, this::write);
    }

    /** Counts one replay. */
    public void count(String transactionId) {
        if (seen.size() < MAX_PENDING || seen.containsKey(transactionId)) {
            seen.merge(transactionId, 1L, Long::sum);
        }
    }

    /** Returns the number of replays counted. */
    public long countOf(String transactionId) {
        var written = database.reads()
                .select(REPLAYS.SEEN)
                .from(REPLAYS)
                .where(REPLAYS.TRANSACTION_ID.eq(transactionId))
                .fetchOptional(REPLAYS.SEEN)
                .orElse(0L);
        return written + seen.getOrDefault(transactionId, 0L);
    }

    private void write() {
        var ids = List.copyOf(seen.keySet());
        for (var from = 0; from < ids.size(); from += IN_ONE_UNIT) {
            write(ids.subList(from, Math.min(ids.size(), from + IN_ONE_UNIT)));
        }
    }

    /** Stores some counts with one commit: separate commits would cost a busy database more than the replays themselves. */
    private void write(List<String> ids) {
        var counts = ids.stream().flatMap(this::pending).toList();
        try {
            database.writes().transaction(unit -> unit.dsl().batch(counts).execute());
        } catch (RuntimeException e) {
            LOG.debug("the replay counts of {} transactions were not stored", ids.size(), e);
        }
    }

    private Stream<Query> pending(String id) {
        var times = seen.remove(id);
        if (times == null) {
            return Stream.empty();
        }
        var now = clock.instant().atOffset(ZoneOffset.UTC);
        return Stream.of(DSL.insertInto(REPLAYS, REPLAYS.TRANSACTION_ID, REPLAYS.SEEN, REPLAYS.LAST_SEEN_AT)
                .values(id, times, now)
                .onConflict(REPLAYS.TRANSACTION_ID)
                .doUpdate()
                .set(REPLAYS.SEEN, REPLAYS.SEEN.plus(times))
                .set(REPLAYS.LAST_SEEN_AT, now));
    }

    @Override
    public void close() {
        writer.close();
        write();
    }
}
