package dev.operatorkit.reference.database;

import dev.operatorkit.reference.database.DatabaseReport.Check;
import dev.operatorkit.wallet.WalletStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Checks whether the database serves callbacks, on its own connection: a backlog in the pools is not a failure of the database, and a
 * check that hangs takes no connection from a callback.
 *
 * <p>On PostgreSQL one statement reads all that is to be known, and {@link History} raises a number. The commit of that waits for the disk
 * and for a synchronous standby as that of a movement does. That of a transaction that writes nothing, or only to a temporary table, would
 * pass while no debit can be committed. What no commit shows is tried when there is a reason: a connection if the pools have none, and a
 * {@linkplain TrialMovement movement} after one has failed. A session that still waits is ended before the next one begins, so that at
 * most one of a wallet waits; nothing is lost with it, since nothing that counts was written. No session of a movement is ever ended like
 * this: its commit would become visible without being on the standby.
 */
final class DatabaseProbe implements CircuitBreaker.Probe {
    private static final Duration MAX_SKEW = Duration.ofMinutes(1); // a fifth of the tolerance for a timestamp (SIG-10)

    private static final String POSTGRES = """
        select current_setting('transaction_read_only') = 'on',
          (select coalesce(string_agg(version, ' '), '') from flyway_schema_history where success),
          clock_timestamp(),
          %s,
          exists (select 1 from pg_attribute where attrelid = to_regclass('accounts') and attname = '%s' and not attisdropped)\
        """.formatted(Privileges.CALLBACKS.missing(), Partitions.COLUMN);

    private static final String H2 = """
        select false, (select coalesce(listagg(version, ' '), '') from flyway_schema_history where success),
          current_timestamp, '', false\
        """;

    private final Database database;
    private final CheckSession session;
    private final TrialMovement trial;
    private final Clock clock;
    private boolean reconnected;

    /** Creates a probe that connects at its first check. The store must try the database even while the breaker is open. */
    DatabaseProbe(Database database, WalletStore store, Clock clock) {
        this.database = database;
        this.session = database.checkSession();
        this.trial = new TrialMovement(store, clock);
        this.clock = clock;
    }

    /** Checks once. Takes about a second at most on a connection that exists, and up to four with a new one. */
    @Override
    public DatabaseReport check() {
        if (database.history().takeDispute()) {
            session.close();
        }
        var report = checkSession();
        if (reconnected && !report.down() && session.current() != null) {
            database.renewConnections();
            reconnected = false;
        }
        return report;
    }

    private DatabaseReport checkSession() {
        var open = session.current();
        if (open != null) {
            try {
                return inspect(open);
            } catch (SQLException e) {
                session.close();
                if (!CheckSession.isLost(e)) {
                    return withTrial(failed(e));
                }
            }
        }
        try {
            open = session.connect();
        } catch (SQLException e) {
            return failed(e);
        }
        reconnected = true;
        database.history().reconnected();
        try {
            return inspect(open);
        } catch (SQLException e) {
            session.close();
            return CheckSession.isLost(e)
                    ? DatabaseReport.failed(
                            Check.COMMITS,
                            true,
                            "The database does not commit within a second. Check its synchronous standby and its disk.")
                    : failed(e);
        }
    }

    /** Asks in the order in which a movement would meet what is missing, and then tries one if another has failed. */
    private DatabaseReport inspect(Connection open) throws SQLException {
        var report = read(open);
        if (report.isReady()) {
            report = database.history().check(open);
        }
        if (report.down()) {
            session.close(); // the address may lead to another server by now
            return report;
        }
        if (!database.isRemote()) {
            return report;
        }
        if (!database.emptyPools().isEmpty()) {
            try {
                session.another().close(); // fails immediately, unlike a pool
                for (var pool : database.emptyPools()) {
                    pool.getConnection().close();
                }
            } catch (SQLException e) {
                return failed(e);
            }
        }
        return database.isSuspected() ? tryMovement(open, report) : report;
    }

    /** Tries a movement after one has failed while the check itself fails, as on a table that is locked: then nothing works. */
    private DatabaseReport withTrial(DatabaseReport report) {
        if (!database.isSuspected()) {
            return report;
        }
        try (var fresh = session.another()) {
            return tryMovement(fresh, report);
        } catch (SQLException e) {
            return report.certainlyDown();
        }
    }

    /** Says what the trial shows, or keeps the reason that was found before. */
    private DatabaseReport tryMovement(Connection open, DatabaseReport report) throws SQLException {
        var failure = trial.findFailure(open);
        if (failure == null) {
            database.trialPassed();
            return report;
        }
        var state = failure.getSQLState();
        return (report.isReady()
                        ? DatabaseReport.failed(
                                Check.COMMITS,
                                true,
                                "The database cannot store a movement (state " + state + "). "
                                        + SqlFailures.advice(state),
                                String.valueOf(failure.getMessage()))
                        : report)
                .certainlyDown();
    }

    private DatabaseReport read(Connection open) throws SQLException {
        try (var reading = open.createStatement();
                var row = reading.executeQuery(database.isRemote() ? POSTGRES : H2)) {
            row.next();
            return report(row);
        }
    }

    private DatabaseReport report(ResultSet row) throws SQLException {
        if (row.getBoolean(1)) {
            return DatabaseReport.failed(
                    Check.WRITABLE,
                    true,
                    "The database takes no writes: it is a standby or set to read only. Give the address of the"
                            + " primary.");
        }
        var missing = row.getString(4);
        if (!missing.isEmpty()) {
            return DatabaseReport.failed(
                    Check.WRITABLE,
                    false,
                    "A table is missing, or the wallet's user lacks a privilege: " + missing + ". Restore it.");
        }
        var applied = List.of(row.getString(2).split(" ", -1));
        var needed = database.neededMigrations();
        if (!applied.containsAll(needed)) {
            var absent = needed.stream()
                    .filter(version -> !applied.contains(version))
                    .sorted()
                    .collect(Collectors.joining(", "));
            return DatabaseReport.failed(
                    Check.MIGRATIONS, false, "Migration " + absent + " was not applied. Start the wallet again.");
        }
        var partitioned = database.partitions() != null;
        if (row.getBoolean(5) != partitioned) {
            return DatabaseReport.failed(
                    Check.MIGRATIONS,
                    false,
                    "The tables " + (partitioned ? "are not distributed any more" : "were distributed")
                            + ", which this wallet did not see at its start. Start it again.");
        }
        var skew = Duration.between(row.getObject(3, OffsetDateTime.class).toInstant(), clock.instant())
                .abs();
        return skew.compareTo(MAX_SKEW) > 0
                ? DatabaseReport.failed(
                        Check.CLOCK,
                        false,
                        "The clocks of the database and the wallet differ by more than a minute. Set them by NTP.",
                        "They differ by " + skew.toSeconds() + " seconds.")
                : DatabaseReport.passed();
    }

    /** Reports a connection that was refused or lost. As long as the pools have others, movements go on. */
    private DatabaseReport failed(SQLException e) {
        var lost = CheckSession.isLost(e);
        return DatabaseReport.failed(
                Check.DATABASE,
                database.isRemote() && (lost || !database.emptyPools().isEmpty()),
                (lost
                        ? "The database cannot be reached (state " + e.getSQLState() + ")."
                        : "The database refuses connections or the check (state " + e.getSQLState() + "). "
                                + SqlFailures.advice(e.getSQLState())),
                String.valueOf(e.getMessage()));
    }

    /** Closes the connection, also while a check is waiting on it, which then fails. */
    @Override
    public void close() {
        session.close();
    }
}
