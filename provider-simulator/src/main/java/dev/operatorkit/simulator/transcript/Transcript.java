package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.transcript.Exchanges.Addition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the newest exchanges, numbered, for search and live followers. They are stored in batches after the calls, so that
 * recording costs a call almost nothing. A kill loses the exchanges of the last moment, but no money depends on them:
 * settlements are stored with the rounds.
 */
public final class Transcript implements AutoCloseable {
    /** Holds the default number of kept exchanges. */
    public static final int USUAL_BOUND = 100_000;

    private static final Logger LOG = LoggerFactory.getLogger(Transcript.class);
    private static final long GATHERING = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MOST_WAITING = 4096;
    private static final int MOST_WAITING_BYTES = 16 << 20;

    private final Exchanges exchanges;
    private final ReentrantLock numbering = new ReentrantLock();
    private final ReentrantLock keeping = new ReentrantLock();
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();
    private final Semaphore arrived = new Semaphore(0);
    private List<Addition> waiting = new ArrayList<>();
    private int waitingBytes;
    private volatile long lastId;
    private volatile boolean ended;
    private volatile boolean closed;

    private Transcript(Exchanges exchanges) {
        this.exchanges = exchanges;
        lastId = exchanges.newestId();
        Thread.ofVirtual().name("transcript").start(this::write);
    }

    /** Keeps the newest {@code bound} exchanges in a database, where they survive a restart. */
    public static Transcript in(Database database, int bound) {
        return new Transcript(new StoredExchanges(database, bound));
    }

    /** Keeps the newest {@code bound} exchanges in memory, or fewer if they are large: at most 64 MiB. */
    public static Transcript inMemory(int bound) {
        return new Transcript(new RecentExchanges(bound));
    }

    /** Adds an exchange and notifies the followers. */
    public Entry add(Entry entry) {
        return add(entry, true);
    }

    /** Adds a call that was refused before its signature was verified. Such calls cannot push out the others. */
    public Entry addUnauthenticated(Entry entry) {
        return add(entry, false);
    }

    private Entry add(Entry entry, boolean authenticated) {
        Entry numbered;
        boolean crowded;
        // Assigns the number under the lock, so that a reader continuing from an id misses no lower number.
        numbering.lock();
        try {
            numbered = entry.withId(lastId + 1);
            lastId = numbered.id();
            waiting.add(new Addition(numbered, authenticated));
            waitingBytes += numbered.weight();
            crowded = waiting.size() > MOST_WAITING || waitingBytes > MOST_WAITING_BYTES;
        } finally {
            numbering.unlock();
        }
        if (crowded) {
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
            LockSupport.parkNanos(GATHERING);
            arrived.drainPermits();
            try {
                flush();
            } catch (RuntimeException | Error e) {
                // These exchanges are lost; the thread must survive, or later ones would stay in memory forever.
                if (!closed) {
                    LOG.error("Exchanges could not be stored and are lost; the transcript continues", e);
                }
            }
        }
    }

    private void flush() {
        keeping.lock();
        try {
            var batch = drain();
            if (!batch.isEmpty()) {
                exchanges.store(batch);
            }
        } finally {
            keeping.unlock();
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
     * {@link #since} and close the returned handle.
     */
    public Following follow(Runnable listener) {
        followers.add(listener);
        return () -> followers.remove(listener);
    }

    /** Notifies the followers a last time, who then see {@link #hasEnded()}. */
    public void endFollowing() {
        ended = true;
        followers.removeIf(Transcript::hasFailed);
    }

    /** Returns whether the transcript has ended. */
    public boolean hasEnded() {
        return ended;
    }

    /** Represents a subscription, which lasts until it is closed. */
    public interface Following extends AutoCloseable {
        @Override
        void close();
    }

    /** Returns at most {@code limit} matching exchanges, newest first, and older than {@code before} if that is above 0. */
    public List<Entry> search(Filter filter, long before, int limit) {
        flush();
        return exchanges.before(filter, before > 0 ? before : Long.MAX_VALUE, limit);
    }

    /** Returns at most {@code limit} matching exchanges after {@code after}, in order. */
    public List<Entry> since(Filter filter, long after, int limit) {
        flush();
        return exchanges.after(filter, after, limit);
    }

    /** Returns the id of the newest exchange, or 0 if there was none. */
    public long newestId() {
        return lastId;
    }

    /** Returns an exchange. */
    public Optional<Entry> find(long id) {
        flush();
        return exchanges.find(id);
    }

    /** Returns the number of kept exchanges. */
    public long size() {
        flush();
        return exchanges.size();
    }

    @Override
    public void close() {
        closed = true;
        arrived.release();
        flush();
    }
}
