package dev.operatorkit.reference.database;

import dev.operatorkit.reference.database.DatabaseReport.Check;
import dev.operatorkit.wallet.WalletStore;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the database, or one of its workers, once a second, and says whether callbacks may use it.
 *
 * <p>Only these checks open and close it, never what happens to a callback: a locked account, a statement that fails, a full pool or a
 * collision says nothing about the database. Two checks in a row that lose the database open it, or one that it has answered, or the first
 * of all; the first that passes closes it. A check is not a callback of the provider, so no customer's bet is used to find out.
 */
public final class CircuitBreaker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CircuitBreaker.class);
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_INTERVAL = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long DEADLINE = TimeUnit.SECONDS.toNanos(1);
    private static final int FAILURES_TO_OPEN = 2;
    private static final long JOIN_MILLIS = 2_000;

    private final String subject;
    private final boolean opens;
    private final Probe probe;
    private final AtomicLong openings = new AtomicLong();
    private final Thread thread = new Thread(this::run, "database-check");
    private volatile DatabaseReport latest;
    private volatile long began;
    private volatile boolean checking;
    private volatile boolean open;
    private volatile boolean closed;
    private int failures;
    private long failingSince;

    /** Checks a server again and again on one thread. */
    public interface Probe extends AutoCloseable {
        /** Checks once, in a few seconds at most. */
        DatabaseReport check();

        /** Ends a check in progress, too. */
        @Override
        void close();
    }

    private CircuitBreaker(String subject, boolean opens, Probe probe, DatabaseReport first) {
        this.subject = subject;
        this.opens = opens;
        this.probe = probe;
        began = System.nanoTime();
        latest = first;
        thread.setDaemon(true);
    }

    /** Checks a database for the first time, and then once a second. The store must try it even while the breaker is open. */
    public static CircuitBreaker start(Database database, WalletStore store, Clock clock) {
        var probe = new DatabaseProbe(database, store, clock);
        return start(new CircuitBreaker("The database", database.isRemote(), probe, probe.check()));
    }

    /** Checks a worker once a second from now on; it is taken to be there until a check says otherwise. */
    public static CircuitBreaker start(String worker, Probe probe) {
        return start(new CircuitBreaker("Worker " + worker, true, probe, DatabaseReport.passed()));
    }

    private static CircuitBreaker start(CircuitBreaker breaker) {
        if (!breaker.latest.isReady()) {
            breaker.failingSince = breaker.began;
            breaker.logProblem(breaker.latest);
        }
        if (breaker.latest.down()) {
            breaker.open();
        }
        breaker.thread.start();
        return breaker;
    }

    /** Returns true while the database is down, and callbacks are to be answered without it. */
    public boolean isOpen() {
        return open;
    }

    /** Returns how often it has opened. */
    public long openings() {
        return openings.get();
    }

    /** Returns the latest report; a failed one while a check takes longer than a second. Never waits. */
    public DatabaseReport report() {
        var report = latest;
        var overdue = System.nanoTime() - began > (checking ? DEADLINE : INTERVAL + 2 * DEADLINE);
        return overdue && report.isReady()
                ? DatabaseReport.failed(
                        Check.DATABASE, true, "The database does not answer within a second. Check it and the network.")
                : report;
    }

    private void run() {
        while (!closed) {
            began = System.nanoTime();
            checking = true;
            var report = check();
            checking = false;
            if (!closed) {
                accept(report);
                pause(report.isReady() ? INTERVAL : RETRY_INTERVAL);
            }
        }
        probe.close();
    }

    /** Never throws: without this thread an open breaker would never close. */
    private DatabaseReport check() {
        try {
            return probe.check();
        } catch (Throwable e) {
            LOG.error("A check of the database failed unexpectedly", e);
            return DatabaseReport.failed(Check.DATABASE, false, "The check of the database failed: " + e);
        }
    }

    private void accept(DatabaseReport report) {
        logChange(latest, report);
        latest = report;
        if (report.down()) {
            if (++failures >= FAILURES_TO_OPEN || report.certain()) {
                open();
            }
        } else {
            failures = 0;
            if (open) {
                open = false;
                LOG.info("{} is back{}", subject, report.isReady() ? "" : ", and not ready");
            }
        }
    }

    private void open() {
        if (!open && opens) {
            open = true;
            openings.incrementAndGet();
            LOG.warn("{} is down. Until it is back, its debits get 500 and its other callbacks 503.", subject);
        }
    }

    private void logChange(DatabaseReport before, DatabaseReport after) {
        if (before.isReady() && !after.isReady()) {
            failingSince = began;
        }
        if (!after.isReady() && !after.problem().equals(before.problem())) {
            logProblem(after);
        } else if (after.isReady() && !before.isReady()) {
            var seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - failingSince);
            LOG.info("{} is ready again after {} s", subject, seconds);
        }
    }

    private void logProblem(DatabaseReport report) {
        LOG.warn("{} is not ready: {} {}", subject, report.problem(), report.detail());
    }

    private void pause(long interval) {
        long left;
        while (!closed && (left = began + interval - System.nanoTime()) > 0) {
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                return;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        probe.close();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
