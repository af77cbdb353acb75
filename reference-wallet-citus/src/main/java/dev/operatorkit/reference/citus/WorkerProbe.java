package dev.operatorkit.reference.citus;

import dev.operatorkit.reference.database.CheckSession;
import dev.operatorkit.reference.database.CircuitBreaker;
import dev.operatorkit.reference.database.DatabaseReport;
import dev.operatorkit.reference.database.DatabaseReport.Check;
import dev.operatorkit.reference.database.SqlFailures;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Checks whether a worker commits, on the way that movements take: through the coordinator, with one statement for one bucket. It writes a
 * message without a reader, so that its commit waits for the disk and the standby of the worker.
 *
 * <p>While a worker hangs, the coordinator cannot end a session that waits for it, whether it is cancelled or terminated. So after two that
 * wait, the worker counts as down without a further one, until they have ended.
 */
final class WorkerProbe implements CircuitBreaker.Probe {
    private static final int MAX_WAITING = 2;
    private static final Set<String> TAKES_NO_WRITES = Set.of("25006", "55000");
    private static final String STATEMENT = "select pg_logical_emit_message(true, 'operatorkit-wallet', count(*)::text)"
            + " from accounts where id = '' and bucket = ";

    private final String worker;
    private final Supplier<OptionalInt> bucket;
    private final CheckSession session;
    private final Runnable onReturned;
    private DatabaseReport latest = DatabaseReport.passed();
    private boolean mayWait;

    /**
     * Creates a probe that connects at its first check.
     *
     * @param worker the address of the worker
     * @param session the connection for the checks
     * @param bucket returns a bucket that is on the worker now; empty if none is
     * @param onReturned runs when a check passes after one that found the worker down
     */
    WorkerProbe(String worker, CheckSession session, Supplier<OptionalInt> bucket, Runnable onReturned) {
        this.worker = worker;
        this.bucket = bucket;
        this.session = session;
        this.onReturned = onReturned;
    }

    @Override
    public DatabaseReport check() {
        var before = latest;
        latest = commit(before);
        if (before.down() && !latest.down()) {
            onReturned.run();
        }
        return latest;
    }

    private DatabaseReport commit(DatabaseReport before) {
        Connection open;
        try {
            open = session.open();
            if (mayWait && session.countEarlier(open) >= MAX_WAITING) {
                return down("still does not answer");
            }
        } catch (SQLException e) {
            session.close();
            return before; // the coordinator is down, which says nothing about the worker
        }
        var number = bucket.get();
        if (number.isEmpty()) {
            return DatabaseReport.passed();
        }
        try (var statement = open.createStatement()) {
            statement.execute(STATEMENT + number.getAsInt());
            mayWait = false;
            return DatabaseReport.passed();
        } catch (SQLException e) {
            return judge(open, e, before);
        }
    }

    /** Judges a failure: after one that the coordinator reports, its connection is still open. */
    private DatabaseReport judge(Connection open, SQLException e, DatabaseReport before) {
        if (e.getCause() instanceof SocketTimeoutException) {
            session.close();
            mayWait = true;
            return down("does not commit within a second");
        }
        try {
            if (open.isClosed()) {
                session.close();
                return before;
            }
        } catch (SQLException closed) {
            return before;
        }
        var state = e.getSQLState();
        if (SqlFailures.LOCKED.equals(state)) {
            return down("does not commit within a second");
        }
        var message = "(state " + state + "): " + e.getMessage();
        return CheckSession.isLost(e) || (state != null && TAKES_NO_WRITES.contains(state))
                ? down("cannot be reached " + message)
                : DatabaseReport.failed(Check.DATABASE, false, "Worker " + worker + " refuses the check " + message);
    }

    private DatabaseReport down(String problem) {
        return DatabaseReport.failed(Check.COMMITS, true, "Worker " + worker + " " + problem + ". Check it.");
    }

    @Override
    public void close() {
        session.close();
    }
}
