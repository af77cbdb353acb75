package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest exchanges, searchable and followed live. Written in batches behind the calls, so that keeping books costs
 * them nothing; money does not hang on it (what is owed lies with the rounds).
 */
public final class Transcript implements AutoCloseable {
    /** How many exchanges are kept when nobody says another number. */
    public static final int USUAL_BOUND = 100_000;
    /** How many where they lie in memory: a hundred thousand would take a heap of their own. */
    public static final int BOUND_IN_MEMORY = 20_000;

    private static final Logger LOG = LoggerFactory.getLogger(Transcript.class);
    private static final int LONGEST_VERDICT = 1024;
    private static final long GATHERING = TimeUnit.MILLISECONDS.toNanos(100);
    private static final String INSERT =
            "insert into exchange (id, at, wall_at, direction, operator, kind, player, round, transaction_id, attempt,"
                + " status, verdict, fault, micros, request, response, signed) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                + " ?, ?, ?, ?, ?, ?, ?)";

    private final Database database;
    private final int bound;
    private final AtomicLong lastId;
    private final BlockingQueue<Entry> waiting = new ArrayBlockingQueue<>(4096);
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock numbering = new ReentrantLock();
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();
    private final Semaphore arrived = new Semaphore(0);
    private long writtenSinceCut;
    private volatile boolean ended;
    private volatile boolean closed;

    /** Keeps the newest {@code bound} exchanges in that database. */
    public Transcript(Database database, int bound) {
        this.database = database;
        this.bound = bound;
        database.create(Transcript.class);
        var newest = database.reading().fetchValue("select max(id) from exchange");
        lastId = new AtomicLong(newest == null ? 0 : ((Number) newest).longValue());
        Thread.ofVirtual().name("transcript").start(this::write);
    }

    /** Adds one and rings for those who follow; waits when the disk cannot keep up. */
    public Entry add(Entry entry) {
        var numbered = queue(entry);
        arrived.release();
        followers.removeIf(Transcript::hasLeft);
        return numbered;
    }

    /** Number and place in the queue go together: who reads on from an id must find that nothing older comes after it. */
    private Entry queue(Entry entry) {
        numbering.lock();
        try {
            var numbered = entry.withId(lastId.incrementAndGet());
            waiting.put(numbered);
            return numbered;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return entry;
        } finally {
            numbering.unlock();
        }
    }

    private static boolean hasLeft(Runnable follower) {
        try {
            follower.run();
            return false;
        } catch (RuntimeException e) {
            LOG.debug("a follower of the transcript left", e);
            return true;
        }
    }

    /**
     * Rings after every new entry, on the thread of the call: it must be quick, and read what is new with {@link #since}.
     * Close what comes back.
     */
    public Following follow(Runnable bell) {
        followers.add(bell);
        return () -> followers.remove(bell);
    }

    /** Rings a last time, when nothing more will come: those who follow find {@link #hasEnded()}. */
    public void endFollowing() {
        ended = true;
        followers.removeIf(Transcript::hasLeft);
    }

    /** Whether those who follow may go. */
    public boolean hasEnded() {
        return ended;
    }

    /** Somebody who follows. */
    public interface Following extends AutoCloseable {
        @Override
        void close();
    }

    /** The newest first, at most {@code limit}, only those older than {@code before} when it is above 0. */
    public List<Entry> search(Filter filter, long before, int limit) {
        flush();
        var older = before > 0 ? DSL.condition("id < ?", before) : DSL.noCondition();
        return database.reading()
                .select(DSL.asterisk())
                .from("exchange")
                .where(condition(filter).and(older))
                .orderBy(DSL.field("id").desc())
                .limit(limit)
                .fetch(Transcript::entry);
    }

    /** Those that came after the one called {@code after}, in order, at most {@code limit}. */
    public List<Entry> since(Filter filter, long after, int limit) {
        flush();
        return database.reading()
                .select(DSL.asterisk())
                .from("exchange")
                .where(condition(filter).and("id > ?", after))
                .orderBy(DSL.field("id"))
                .limit(limit)
                .fetch(Transcript::entry);
    }

    /** The id of the newest exchange, 0 when there never was one. */
    public long newestId() {
        return lastId.get();
    }

    /** One exchange. */
    public Optional<Entry> find(long id) {
        flush();
        return database.reading()
                .fetchOptional("select * from exchange where id = ?", id)
                .map(Transcript::entry);
    }

    /** How many are kept now. */
    public long size() {
        flush();
        return database.reading().fetchCount(DSL.table("exchange"));
    }

    private static Condition condition(Filter filter) {
        var all = DSL.noCondition();
        all = filter.operator() == null ? all : all.and("operator = ?", filter.operator());
        all = filter.player() == null ? all : all.and("player = ?", filter.player());
        all = filter.round() == null ? all : all.and("round = ?", filter.round());
        all = filter.kind() == null ? all : all.and("kind = ?", filter.kind());
        all = filter.status() == null ? all : all.and("status = ?", filter.status());
        all = filter.attempt() == null ? all : all.and("attempt >= ?", filter.attempt());
        var text = filter.text();
        return text == null
                ? all
                : all.and("(position(? in verdict) > 0 or position(? in transaction_id) > 0)", text, text);
    }

    private static Entry entry(Record row) {
        return new Entry(
                row.get("id", Long.class),
                Instant.ofEpochMilli(row.get("at", Long.class)),
                Instant.ofEpochMilli(row.get("wall_at", Long.class)),
                Direction.valueOf(row.get("direction", String.class)),
                row.get("operator", String.class),
                row.get("kind", String.class),
                row.get("player", String.class),
                row.get("round", String.class),
                row.get("transaction_id", String.class),
                row.get("attempt", Integer.class),
                row.get("status", Integer.class),
                row.get("verdict", String.class),
                row.get("fault", String.class),
                row.get("micros", Long.class),
                row.get("request", byte[].class),
                row.get("response", byte[].class),
                row.get("signed", byte[].class));
    }

    private void write() {
        // Ended by a flag and never by an interrupt, which would close the database's file under it.
        while (!closed) {
            arrived.acquireUninterruptibly();
            // In company, since a transaction for each exchange costs more than the exchange. A search writes first,
            // and so finds everything.
            LockSupport.parkNanos(GATHERING);
            arrived.drainPermits();
            flush();
        }
    }

    private void flush() {
        writing.lock();
        try {
            var batch = new ArrayList<Entry>();
            waiting.drainTo(batch);
            if (!batch.isEmpty()) {
                insert(batch);
            }
        } finally {
            writing.unlock();
        }
    }

    private void insert(List<Entry> batch) {
        try {
            database.sql().transaction(tx -> {
                tx.dsl().connection(connection -> insert(connection, batch));
                cut(tx.dsl(), batch);
            });
        } catch (RuntimeException e) {
            LOG.warn("{} exchanges could not be kept in the transcript", batch.size(), e);
        }
    }

    private static void insert(Connection connection, List<Entry> batch) throws SQLException {
        try (var rows = connection.prepareStatement(INSERT)) {
            for (var entry : batch) {
                var values = values(entry);
                for (var i = 0; i < values.length; i++) {
                    rows.setObject(i + 1, values[i]);
                }
                rows.addBatch();
            }
            rows.executeBatch();
        }
    }

    private void cut(DSLContext sql, List<Entry> batch) {
        writtenSinceCut += batch.size();
        // Not with every batch: a range delete for one row costs as much as for a thousand.
        if (writtenSinceCut > Math.min(1000, bound / 10)) {
            writtenSinceCut = 0;
            sql.execute(
                    "delete from exchange where id <= ?",
                    batch.get(batch.size() - 1).id() - bound);
        }
    }

    private static @Nullable Object[] values(Entry entry) {
        return new Object[] {
            entry.id(),
            entry.at().toEpochMilli(),
            entry.wallAt().toEpochMilli(),
            entry.direction().name(),
            entry.operator(),
            entry.kind(),
            entry.player(),
            entry.round(),
            entry.transaction(),
            entry.attempt(),
            entry.status(),
            entry.verdict().length() <= LONGEST_VERDICT
                    ? entry.verdict()
                    : entry.verdict().substring(0, LONGEST_VERDICT),
            entry.fault(),
            entry.micros(),
            entry.request(),
            entry.response(),
            entry.signed()
        };
    }

    @Override
    public void close() {
        closed = true;
        arrived.release();
        flush();
    }
}
