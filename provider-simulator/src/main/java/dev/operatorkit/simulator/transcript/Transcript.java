package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.transcript.ExchangeRows.Addition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.impl.DSL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the newest exchanges in one table, numbered, for search and live followers. They are stored in batches after the calls,
 * so that recording costs a call almost nothing. A kill loses the exchanges of the last moment, but no money depends on them:
 * settlements are stored with the rounds.
 */
public final class Transcript implements AutoCloseable {
    /** Holds the default number of kept exchanges. */
    public static final int DEFAULT_BOUND = 20_000;

    private static final Logger LOG = LoggerFactory.getLogger(Transcript.class);
    private static final long GATHERING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MAX_WAITING = 4096;
    private static final int MAX_WAITING_BYTES = 16 << 20;
    private static final long MAX_BYTES = 64L << 20;
    private static final long MAX_BYTES_OF_STRANGERS = 8L << 20;
    private final Database database;
    private final Share authenticated;
    private final Share strangers;
    private final ReentrantLock numbering = new ReentrantLock();
    private final ReentrantLock storing = new ReentrantLock();
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();
    private final Semaphore arrived = new Semaphore(0);
    private List<Addition> waiting = new ArrayList<>();
    private long waitingBytes;
    private volatile long lastId;
    private volatile boolean ended;
    private volatile boolean closed;

    /**
     * Keeps the newest {@code bound} exchanges in a database, or fewer if they are large: at most 64 MiB. Those of a database in a
     * file survive a restart.
     */
    public Transcript(Database database, int bound) {
        this.database = database;
        database.create(Transcript.class);
        authenticated = new Share(true, bound, MAX_BYTES);
        // They have a separate share, so that they cannot push out the others.
        strangers = new Share(false, Math.max(1, bound / 10), MAX_BYTES_OF_STRANGERS);
        lastId = Stream.of(authenticated, strangers)
                .mapToLong(Share::newestId)
                .max()
                .orElse(0);
        Thread.ofVirtual().name("transcript").start(this::write);
    }

    public Entry add(Entry entry) {
        return add(entry, true);
    }

    /** Adds a call that was refused before its signature was verified. Such calls cannot push out the others. */
    public Entry addUnauthenticated(Entry entry) {
        return add(entry, false);
    }

    private Entry add(Entry entry, boolean isAuthenticated) {
        Entry numbered;
        boolean isCrowded;
        // Assigns the number under the lock, so that a reader continuing from an id misses no lower number.
        numbering.lock();
        try {
            numbered = entry.withId(lastId + 1);
            lastId = numbered.id();
            var addition = new Addition(numbered, isAuthenticated);
            waiting.add(addition);
            waitingBytes += addition.weight();
            isCrowded = waiting.size() > MAX_WAITING || waitingBytes > MAX_WAITING_BYTES;
        } finally {
            numbering.unlock();
        }
        if (isCrowded) {
            // A caller that is too fast for the writer writes the batch itself.
            flush();
        }
        arrived.release();
        followers.removeIf(Transcript::hasFailed);
        return numbered;
    }

    private void write() {
        // Ended by a flag, never by an interrupt, which would close the database file.
        while (!closed) {
            arrived.acquireUninterruptibly();
            // In batches, since a transaction per exchange would cost more than the exchange. A search writes first
            // and therefore finds everything.
            LockSupport.parkNanos(GATHERING_NANOS);
            arrived.drainPermits();
            flush();
        }
    }

    private void flush() {
        storing.lock();
        try {
            var batch = drain();
            if (!batch.isEmpty() && !closed) {
                store(batch);
            }
        } finally {
            storing.unlock();
        }
    }

    private List<Addition> drain() {
        numbering.lock();
        try {
            var taken = waiting;
            waiting = new ArrayList<>();
            waitingBytes = 0;
            return taken;
        } finally {
            numbering.unlock();
        }
    }

    private void store(List<Addition> batch) {
        try {
            database.sql().transaction(tx -> tx.dsl().connection(connection -> ExchangeRows.insert(connection, batch)));
            for (var addition : batch) {
                (addition.authenticated() ? authenticated : strangers)
                        .add(addition.entry().id(), addition.weight());
            }
            authenticated.trim();
            strangers.trim();
        } catch (RuntimeException e) {
            LOG.warn("{} exchanges could not be stored and are missing from the transcript", batch.size(), e);
        }
    }

    /** Limits the number and the size of one kind of exchanges. */
    private final class Share {
        private final boolean isAuthenticated;
        private final int bound;
        private final long maxBytes;
        private final ArrayDeque<Kept> kept = new ArrayDeque<>();
        private long bytes;

        private record Kept(long id, long weight) {}

        Share(boolean isAuthenticated, int bound, long maxBytes) {
            this.isAuthenticated = isAuthenticated;
            this.bound = bound;
            this.maxBytes = maxBytes;
            database.reading()
                    .resultQuery(
                            "select id, length(request) + length(response) + length(signed) from exchange"
                                    + " where authenticated = ? order by id",
                            isAuthenticated)
                    .forEach(row -> add(row.get(0, Long.class), Addition.OVERHEAD + row.get(1, Long.class)));
        }

        void add(long id, long weight) {
            kept.add(new Kept(id, weight));
            bytes += weight;
        }

        long newestId() {
            return kept.isEmpty() ? 0 : kept.getLast().id;
        }

        /** Deletes the oldest exchanges: many seldom, since a range costs as much for one row as for a thousand. */
        void trim() {
            if (kept.size() <= bound + Math.min(1000, bound / 10) && bytes <= maxBytes) {
                return;
            }
            var cut = 0L;
            while (kept.size() > bound || (bytes > maxBytes && kept.size() > 1)) {
                var oldest = kept.remove();
                bytes -= oldest.weight;
                cut = oldest.id;
            }
            database.sql().execute("delete from exchange where authenticated = ? and id <= ?", isAuthenticated, cut);
        }
    }

    /** Notifies a follower. Returns whether it failed, so that it is removed. */
    private static boolean hasFailed(Runnable follower) {
        try {
            follower.run();
            return false;
        } catch (RuntimeException e) {
            LOG.debug("A follower of the transcript failed and was removed", e);
            return true;
        }
    }

    /**
     * Runs {@code listener} after every new entry, on the thread of the call, so it must be quick. Followers read new entries with
     * {@link #since}, and run what this returns to end the subscription.
     */
    public Runnable follow(Runnable listener) {
        followers.add(listener);
        return () -> followers.remove(listener);
    }

    /** Notifies the followers a last time, who then see {@link #hasEnded()}. */
    public void endFollowing() {
        ended = true;
        followers.removeIf(Transcript::hasFailed);
    }

    public boolean hasEnded() {
        return ended;
    }

    /** Returns at most {@code limit} matching exchanges, newest first, and older than {@code before} if that is above 0. */
    public List<Entry> search(Filter filter, long before, int limit) {
        return select(
                filter.condition().and(before > 0 ? ExchangeRows.ID.lt(before) : DSL.noCondition()), false, limit);
    }

    /** Returns at most {@code limit} matching exchanges after {@code after}, in order. */
    public List<Entry> since(Filter filter, long after, int limit) {
        return select(filter.condition().and(ExchangeRows.ID.gt(after)), true, limit);
    }

    private List<Entry> select(Condition condition, boolean isAscending, int limit) {
        flush();
        return database.reading()
                .select(DSL.asterisk())
                .from("exchange")
                .where(condition)
                .orderBy(isAscending ? ExchangeRows.ID.asc() : ExchangeRows.ID.desc())
                .limit(limit)
                .fetch(ExchangeRows::entry);
    }

    /** Returns the id of the newest exchange, or 0 if there was none. */
    public long newestId() {
        return lastId;
    }

    public Optional<Entry> find(long id) {
        return select(ExchangeRows.ID.eq(id), true, 1).stream().findFirst();
    }

    public long size() {
        flush();
        return database.reading().fetchCount(DSL.table("exchange"));
    }

    @Override
    public void close() {
        flush();
        closed = true;
        arrived.release();
    }
}
