package dev.operatorkit.reference.database;

import static dev.operatorkit.reference.schema.Tables.HISTORY;

import dev.operatorkit.reference.database.DatabaseReport.Check;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices a database that was restored to an earlier time, and remembers what a person has said about it. Each new connection of a pool
 * is compared, too, so that no movement goes to another server than the check.
 *
 * <p>Each check of each wallet raises a number in the database. A running wallet that finds it lower than before, or its own latest movements
 * missing after a loss of the connection, stops all of them. A wallet that starts knows no number yet: it compares the server and the
 * timeline of PostgreSQL with those of the last check. A standby that took over is on a new timeline too, but has the number and every
 * movement, so that a running wallet confirms it for all.
 */
public final class History {
    private static final Logger LOG = LoggerFactory.getLogger(History.class);
    private static final int REMEMBERED = 64;
    // Longer than an outage, and shorter than the age at which a movement may be archived and exported.
    private static final long REMEMBERED_NANOS = TimeUnit.DAYS.toNanos(1);

    private static final String ADVICE = " If it is an old server, stop it. If it was restored, say to which time:"
            + " bin/wallet restored --to TIME. Until then no callback is served.";

    private static final String PLACE = "select system_identifier || ' '"
            + " || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) from pg_control_system()";

    private static final String READ = "select place, beat, doubted, restored_to, told_at from history";

    private static final String COMPARE = "select (" + PLACE + "), (select beat from history where not doubted)";

    // Its commit waits for the disk and for a synchronous standby as that of a movement does.
    private static final String BEAT =
            "update history set beat = beat + 1 returning place, beat, doubted, restored_to, told_at";

    // Waits in the same way, without a lock.
    private static final String COMMIT = "select pg_logical_emit_message(true, 'operatorkit-wallet', '')";

    private static final String DOUBT =
            "update history set doubted = true where told_at is not distinct from cast(? as timestamptz)";

    private static final String FOUND = "select count(*) from unnest(?) as answered (id)"
            + " where exists (select 1 from ledger where transaction_id = id)"
            + " or exists (select 1 from ledger_archive where transaction_id = id)";

    private final boolean remote;
    private final Deque<Answered> answered = new ArrayDeque<>();
    private volatile @Nullable State known;
    private volatile String doubt = "";
    private volatile boolean refusing;
    private volatile boolean disputed;
    private boolean distributed;
    private boolean unseen;

    private record Answered(String transactionId, long nanos) {}

    private record State(
            String place,
            long beat,
            boolean doubted,
            @Nullable Instant restoredTo,
            @Nullable Instant toldAt) {
        State at(String actualPlace) {
            return new State(actualPlace, beat, doubted, restoredTo, toldAt);
        }

        /** Returns true if a person has said something since; a restored database may only have forgotten it. */
        boolean isToldAfter(State before) {
            return toldAt != null && (before.toldAt == null || toldAt.isAfter(before.toldAt));
        }
    }

    /**
     * Creates the history of a database.
     *
     * @param remote true on PostgreSQL; H2 has no timelines, and its file cannot be replaced under a running wallet
     */
    History(boolean remote) {
        this.remote = remote;
    }

    /** Looks for the latest movements or not: one may be on a server of several that does not answer. */
    synchronized void lookForMovements(boolean onOneServer) {
        distributed = !onOneServer;
    }

    /** Remembers a movement that is committed and about to be answered. One stands for all of its batch. */
    public void answered(String transactionId) {
        synchronized (answered) {
            if (answered.size() == REMEMBERED) {
                answered.removeFirst();
            }
            answered.addLast(new Answered(transactionId, System.nanoTime()));
        }
    }

    /** Returns the time to which the database was restored, as a person has said; null if it never was. */
    public @Nullable Instant restoredTo() {
        var state = known;
        return state == null ? null : state.restoredTo();
    }

    /** Returns why the database may be another one than that of the movements that were answered; empty if it is the same. */
    public String doubt() {
        return doubt;
    }

    /**
     * Requires a new connection to lead to the server and the time that the latest check has seen.
     *
     * @param evenInDoubt true for a connection that is used while the database is in doubt, to show what it contains
     */
    void requireSame(Connection connection, boolean evenInDoubt) throws SQLException {
        var before = known;
        if (before == null || (evenInDoubt && !doubt.isEmpty())) {
            return;
        }
        try (var reading = connection.createStatement();
                var row = reading.executeQuery(COMPARE)) {
            row.next();
            // The checks raise the number of an older database too, after they have doubted it.
            if (doubt.isEmpty() && before.place().equals(row.getString(1)) && row.getLong(2) >= before.beat()) {
                refusing = false;
                return;
            }
        }
        if (!refusing) {
            refusing = true;
            LOG.warn("A new connection leads to another server, or an older database, than the latest check. It is not"
                    + " used.");
        }
        disputed = true;
        throw new SQLException("the address leads to another server, or an older database, than before", "08004");
    }

    /** Returns true, once, if a new connection has led elsewhere, so that the next check needs one too. */
    boolean takeDispute() {
        var taken = disputed;
        disputed = false;
        return taken;
    }

    /** Looks for the latest movements at the next check: the connection may lead to another database by now. */
    synchronized void reconnected() {
        unseen = true;
    }

    /** Compares the database with what this wallet knows. */
    synchronized DatabaseReport check(Connection connection) throws SQLException {
        var report = compare(connection);
        doubt = report.problem();
        return report;
    }

    private DatabaseReport compare(Connection connection) throws SQLException {
        var place = remote ? text(connection, PLACE) : "";
        var before = known;
        var raised = remote;
        State state;
        try {
            state = state(connection, remote ? BEAT : READ);
        } catch (SQLException e) {
            if (!SqlFailures.LOCKED.equals(e.getSQLState())) {
                throw e;
            }
            // Movements do not need the row that another session holds.
            raised = false;
            text(connection, COMMIT);
            state = state(connection, READ);
        }
        if (state == null && before == null) {
            if (remote) {
                execute(
                        connection,
                        "insert into history (id, place, beat, doubted) values (1, ?, 0, false) on conflict do nothing",
                        place);
            }
            return DatabaseReport.passed();
        }
        if (state == null) {
            return older();
        }
        if (before != null && state.isToldAfter(before)) {
            synchronized (answered) {
                answered.clear();
            }
            LOG.warn(
                    "The database was restored to {}. Credits of bets that it does not know are kept.",
                    state.restoredTo());
        } else if (state.doubted()
                || (before != null && remote && state.beat() < before.beat() + (raised ? 1 : 0))
                || (unseen && isMissing(connection))) {
            if (!state.doubted() && raised) {
                // A wallet that has just started would go on. What a person says meanwhile counts.
                execute(
                        connection,
                        DOUBT,
                        state.toldAt() == null ? null : state.toldAt().atOffset(ZoneOffset.UTC));
            }
            return older();
        }
        if (!place.equals(state.place())) {
            if (before == null) {
                return failed("The database is on another server or timeline than at its last use by a wallet.");
            }
            execute(connection, "update history set place = ? where place = ?", place, state.place());
            LOG.info("Another server has taken over, with every movement that was answered");
        }
        known = state.at(place);
        unseen = false;
        return DatabaseReport.passed();
    }

    private static DatabaseReport older() {
        return failed("The database lacks movements that a wallet has answered.");
    }

    private static DatabaseReport failed(String problem) {
        return DatabaseReport.failed(Check.HISTORY, true, problem + ADVICE).certainlyDown();
    }

    private boolean isMissing(Connection connection) throws SQLException {
        String[] ids;
        synchronized (answered) {
            answered.removeIf(movement -> System.nanoTime() - movement.nanos() > REMEMBERED_NANOS);
            ids = answered.stream().map(Answered::transactionId).toArray(String[]::new);
        }
        if (!remote || distributed || ids.length == 0) {
            return false;
        }
        try (var counting = connection.prepareStatement(FOUND)) {
            counting.setArray(1, connection.createArrayOf("text", ids));
            try (var row = counting.executeQuery()) {
                row.next();
                return row.getInt(1) < ids.length;
            }
        }
    }

    /** Says that the database was restored to a time, so that the wallets go on with it. */
    static void restored(DSLContext sql, boolean remote, Instant to) {
        var row = sql.newRecord(HISTORY)
                .with(HISTORY.ID, 1)
                .with(HISTORY.PLACE, remote ? String.valueOf(sql.fetchValue(PLACE)) : "")
                .with(HISTORY.BEAT, 0L)
                .with(HISTORY.DOUBTED, false)
                .with(HISTORY.RESTORED_TO, to.atOffset(ZoneOffset.UTC));
        // By the clock of the database: that of this machine may be behind the one of an earlier command.
        var now = DSL.currentOffsetDateTime();
        if (sql.update(HISTORY).set(row).set(HISTORY.TOLD_AT, now).execute() == 0) {
            sql.insertInto(HISTORY).set(row).set(HISTORY.TOLD_AT, now).execute();
        }
    }

    private static @Nullable State state(Connection connection, String sql) throws SQLException {
        try (var reading = connection.createStatement();
                var row = reading.executeQuery(sql)) {
            return row.next()
                    ? new State(
                            row.getString(1),
                            row.getLong(2),
                            row.getBoolean(3),
                            instant(row.getObject(4, OffsetDateTime.class)),
                            instant(row.getObject(5, OffsetDateTime.class)))
                    : null;
        }
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (var reading = connection.createStatement();
                var row = reading.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (var writing = connection.prepareStatement(sql)) {
            for (var i = 0; i < values.length; i++) {
                writing.setObject(i + 1, values[i]);
            }
            writing.executeUpdate();
        }
    }
}
