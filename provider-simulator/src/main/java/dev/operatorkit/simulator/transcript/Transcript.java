package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.database.Database;
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
 * The newest exchanges, numbered, searchable and followed live. They are kept in batches behind the calls, so that
 * keeping them costs a call next to nothing: a kill loses the exchanges of the last moment, and money does not hang on
 * them (what is owed lies with the rounds).
 */
public final class Transcript implements AutoCloseable {
    /** How many exchanges are kept when nobody says another number. */
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
    private List<Entry> waiting = new ArrayList<>();
    private int waitingBytes;
    private volatile long lastId;
    private volatile boolean ended;
    private volatile boolean closed;

    private Transcript(Exchanges exchanges) {
        this.exchanges = exchanges;
        lastId = exchanges.newestId();
        Thread.ofVirtual().name("transcript").start(this::write);
    }

    /** Keeps the newest {@code bound} exchanges in that database, where they outlive the simulator. */
    public static Transcript in(Database database, int bound) {
        return new Transcript(new StoredExchanges(database, bound));
    }

    /** Keeps the newest {@code bound} exchanges in memory, fewer when they are large: never more than 64 MiB of them. */
    public static Transcript inMemory(int bound) {
        return new Transcript(new RecentExchanges(bound));
    }

    /** Adds one and rings for those who follow. */
    public Entry add(Entry entry) {
        Entry numbered;
        boolean crowded;
        // Number and place go together: who reads on from an id must find that nothing older comes after it.
        numbering.lock();
        try {
            numbered = entry.withId(lastId + 1);
            lastId = numbered.id();
            waiting.add(numbered);
            waitingBytes += numbered.weight();
            crowded = waiting.size() > MOST_WAITING || waitingBytes > MOST_WAITING_BYTES;
        } finally {
            numbering.unlock();
        }
        if (crowded) {
            // Whoever is too fast for the writer writes himself.
            flush();
        }
        arrived.release();
        followers.removeIf(Transcript::isWritten);
        return numbered;
    }

    private void write() {
        // Ended by a flag and never by an interrupt, which would close the database's file under it.
        while (!closed) {
            arrived.acquireUninterruptibly();
            // In company, since a transaction for each exchange costs more than the exchange. A search writes first,
            // and so finds everything.
            LockSupport.parkNanos(GATHERING);
            arrived.drainPermits();
            try {
                flush();
            } catch (RuntimeException | Error e) {
                // Those exchanges are lost; the thread must not be, or all that follow would wait in memory for ever.
                if (!closed) {
                    LOG.error("exchanges could not be kept; the transcript goes on", e);
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

    private List<Entry> drain() {
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

    private static boolean isWritten(Runnable follower) {
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
        followers.removeIf(Transcript::isWritten);
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
        return exchanges.before(filter, before > 0 ? before : Long.MAX_VALUE, limit);
    }

    /** Those that came after the one called {@code after}, in order, at most {@code limit}. */
    public List<Entry> since(Filter filter, long after, int limit) {
        flush();
        return exchanges.after(filter, after, limit);
    }

    /** The id of the newest exchange, 0 when there never was one. */
    public long newestId() {
        return lastId;
    }

    /** One exchange. */
    public Optional<Entry> find(long id) {
        flush();
        return exchanges.find(id);
    }

    /** How many are kept now. */
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
