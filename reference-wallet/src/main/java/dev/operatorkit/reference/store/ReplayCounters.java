package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.REPLAYS;

import dev.operatorkit.reference.schedule.RepeatedTask;
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

/** Counts how often each transaction was repeated: in memory, and every few seconds into the database. Informative alone. */
public final class ReplayCounters implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayCounters.class);
    private static final int MOST_AT_ONCE = 1000; // in a storm of replays the rest goes uncounted
    private static final int IN_ONE_UNIT = 100;
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final Database database;
    private final Clock clock;
    private final Map<String, Long> seen = new ConcurrentHashMap<>();
    private final RepeatedTask writer;

    /** Counts in {@code database}. */
    public ReplayCounters(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.writer = RepeatedTask.start("replays", EVERY, this::write);
    }

    /** One more. */
    public void count(String transactionId) {
        if (seen.size() < MOST_AT_ONCE || seen.containsKey(transactionId)) {
            seen.merge(transactionId, 1L, Long::sum);
        }
    }

    /** How often it was repeated, as far as it was counted. */
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

    /** Some of them, with one commit: each with its own would cost a busy database more than the replays themselves. */
    private void write(List<String> ids) {
        var counts = ids.stream().flatMap(this::pending).toList();
        try {
            database.writes().transaction(unit -> unit.dsl().batch(counts).execute());
        } catch (RuntimeException e) {
            LOG.debug("{} repeated transactions could not be counted", ids.size(), e);
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
