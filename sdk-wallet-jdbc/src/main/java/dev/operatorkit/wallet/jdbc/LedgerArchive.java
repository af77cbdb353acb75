package dev.operatorkit.wallet.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the hot tables small: closed rounds that can no longer be retried (DEL-1) move to the archive tables with their
 * transactions, in small batches, while the wallet runs. As long as the archive keeps them, their ids stay in use and the
 * rounds stay closed (IDM-1, D-56). Open rounds and rollbacks without a debit (D-25) are never archived.
 *
 * <pre>{@code
 * long moved = LedgerArchive.in(dataSource).olderThan(Duration.ofDays(30));
 * }</pre>
 *
 * <p>Immutable: every method returns a changed copy. The user of the database needs {@code select}, {@code insert} and {@code delete} on
 * ledger, rounds and their archives alone; on MariaDB and MySQL also {@code select} and {@code update} on the locks of ids.
 */
public final class LedgerArchive {
    /** Limits the age from below: the retry window of three days, plus time for a manual review. */
    public static final Duration MIN_AGE = Duration.ofDays(7);

    private static final Duration MAX_AGE = Duration.ofDays(36_525);
    private static final int BATCH_SIZE = 2000;

    private final DataSource dataSource;
    private final String prefix;
    private final @Nullable Partitioning partitioning;
    private final Clock clock;

    private LedgerArchive(DataSource dataSource, String prefix, @Nullable Partitioning partitioning, Clock clock) {
        this.dataSource = dataSource;
        this.prefix = prefix;
        this.partitioning = partitioning;
        this.clock = clock;
    }

    /** Archives the tables in this database whose names begin with {@value WalletSchema#PREFIX}. */
    public static LedgerArchive in(DataSource dataSource) {
        return new LedgerArchive(dataSource, WalletSchema.PREFIX, null, Clock.systemUTC());
    }

    /** Sets the text before the names of the ledger's tables. */
    public LedgerArchive prefix(String text) {
        return new LedgerArchive(dataSource, WalletSchema.requirePrefix(text), partitioning, clock);
    }

    /** Archives tables whose rows are spread over the servers of a distributed database. */
    public LedgerArchive partitioning(Partitioning ofAccounts) {
        return new LedgerArchive(dataSource, prefix, ofAccounts, clock);
    }

    /** Sets the clock that the age of a round is measured by. */
    public LedgerArchive clock(Clock measured) {
        return new LedgerArchive(dataSource, prefix, partitioning, measured);
    }

    /**
     * Moves every closed round whose settlement is older than {@code age}, and returns their number. If it fails, what it has moved stays
     * moved, and the next run goes on. A second run at the same time waits for the batches of the first.
     *
     * @throws IllegalStateException if the database fails, or some rounds could not be moved, such as one whose movements are in the
     *     archive already; the others are
     */
    public long olderThan(Duration age) {
        if (age.compareTo(MIN_AGE) < 0) {
            throw new IllegalArgumentException(
                    "Rounds younger than " + MIN_AGE.toDays() + " days may still be retried. Choose a higher age.");
        }
        if (age.compareTo(MAX_AGE) > 0) {
            throw new IllegalArgumentException("An age of " + age + " is more than a hundred years.");
        }
        var before = clock.instant().minus(age);
        var dialect = dialect();
        if (partitioning == null) {
            return new Batches(dialect, null, before).moveAll();
        }
        // Each transaction in one partition, so that one server commits it.
        return IntStream.range(0, partitioning.count())
                .mapToLong(partition -> new Batches(dialect, partition, before).moveAll())
                .sum();
    }

    private Dialect dialect() {
        try (var connection = dataSource.getConnection()) {
            return Dialect.of(connection);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private static IllegalStateException failure(SQLException e) {
        return new IllegalStateException("Rounds could not be archived: " + e.getMessage(), e);
    }

    /** Moves the rows of one partition, or of tables without partitions. */
    private final class Batches {
        private final Dialect dialect;
        private final RoundMover mover;
        private final String choose;
        private final Set<String> stuck = new LinkedHashSet<>();
        private String why = "";
        private long moved;

        Batches(Dialect dialect, @Nullable Integer partition, Instant before) {
            this.dialect = dialect;
            mover = new RoundMover(dialect, prefix, partitioning, partition);
            var time = dialect.constant(before);
            choose = "select r.account_id, r.game_round_id, r.debit_id from " + prefix + "rounds r join " + prefix
                    + "ledger d on d.transaction_id = r.debit_id join " + prefix
                    + "ledger s on s.reference_transaction_id = r.debit_id where r.state <> 'BET' and r.opened_at < "
                    + time + " and s.created_at < " + time + mover.in("r.", "d.", "s.") + " limit ";
        }

        long moveAll() {
            int last;
            do {
                last = move();
            } while (last == size());
            if (!stuck.isEmpty()) {
                throw new IllegalStateException(moved + " rounds were archived, and " + stuck.size()
                        + " could not be, such as that of the debit "
                        + stuck.iterator().next() + ": " + why
                        + ". Run the audit.");
            }
            return moved;
        }

        /** Moves a batch, or its rounds one by one if one of them cannot be moved, and returns the number of rounds tried. */
        private int move() {
            var rounds = new ArrayList<List<String>>();
            try {
                inTransaction(connection -> {
                    rounds.addAll(choose(connection));
                    if (!rounds.isEmpty()) {
                        mover.move(connection, rounds);
                    }
                });
                moved += rounds.size();
            } catch (SQLException | IllegalStateException e) {
                requireConflict(e);
                var before = moved;
                rounds.forEach(this::moveAlone);
                if (moved == before && e instanceof IllegalStateException changed) {
                    throw changed; // the tables change what is written, so that no round can be moved
                }
            }
            return rounds.size();
        }

        private void moveAlone(List<String> round) {
            try {
                inTransaction(connection -> mover.move(connection, List.of(round)));
                moved++;
            } catch (SQLException | IllegalStateException e) {
                requireConflict(e);
                stuck.add(round.get(2));
                why = String.valueOf(e.getMessage());
            }
        }

        /** Throws an exception for a failure of the database: data of a round that the archive does not take is none. */
        private static void requireConflict(Exception e) {
            if (e instanceof SQLException failed
                    && !List.of("22", "23").contains((failed.getSQLState() + "  ").substring(0, 2))) {
                throw failure(failed);
            }
        }

        /** Runs work while no other run moves rounds of these tables. */
        private void inTransaction(Step step) throws SQLException {
            Transaction.run(dataSource, Connection.TRANSACTION_READ_COMMITTED, connection -> {
                try (var lock = connection.createStatement()) {
                    // On H2 this keeps out every other writer, of which there must be one.
                    lock.execute(
                            dialect.locksRowsForIds()
                                    ? "select slot from " + prefix + "id_locks where slot = 0 for update"
                                    : "select pg_advisory_xact_lock(hashtextextended('archive of " + prefix
                                            + "ledger', 0))");
                }
                step.run(connection);
                return true;
            });
        }

        /** Returns the size of a batch: H2 compares each row of the ledger with each of it. */
        private int size() {
            return dialect == Dialect.H2 ? BATCH_SIZE / 20 : BATCH_SIZE;
        }

        private List<List<String>> choose(Connection connection) throws SQLException {
            var rounds = new ArrayList<List<String>>();
            try (var statement = connection.createStatement();
                    var chosen = statement.executeQuery(choose + (size() + stuck.size()))) {
                while (chosen.next() && rounds.size() < size()) {
                    if (!stuck.contains(chosen.getString(3))) {
                        rounds.add(List.of(chosen.getString(1), chosen.getString(2), chosen.getString(3)));
                    }
                }
            }
            return rounds;
        }
    }

    private interface Step {
        void run(Connection connection) throws SQLException;
    }
}
