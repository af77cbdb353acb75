package dev.operatorkit.wallet.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
 * ledger, rounds and their archives alone.
 */
public final class LedgerArchive {
    /** Limits the age from below: the retry window of three days, plus time for a manual review. */
    public static final Duration MIN_AGE = Duration.ofDays(7);

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
     * moved, and the next run goes on.
     */
    public long olderThan(Duration age) {
        if (age.compareTo(MIN_AGE) < 0) {
            throw new IllegalArgumentException(
                    "Rounds younger than " + MIN_AGE.toDays() + " days may still be retried. Choose a higher age.");
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

    /** Holds the statements that move the rows of one partition, or of tables without partitions. */
    private final class Batches {
        private final Dialect dialect;
        private final @Nullable Integer partition;
        private final String choose;
        private final List<Template> byDebit = new ArrayList<>();
        private final List<Template> byRound;

        Batches(Dialect dialect, @Nullable Integer partition, Instant before) {
            this.dialect = dialect;
            this.partition = partition;
            var time = dialect.constant(before);
            choose = "select r.account_id, r.game_round_id, r.debit_id from " + prefix + "rounds r join " + prefix
                    + "ledger d on d.transaction_id = r.debit_id join " + prefix
                    + "ledger s on s.reference_transaction_id = r.debit_id where r.state <> 'BET' and r.opened_at < "
                    + time + " and s.created_at < " + time + of("r.", "d.", "s.") + " limit " + BATCH_SIZE;
            var ids = List.of("transaction_id", "reference_transaction_id");
            for (var id : ids) {
                byDebit.add(copy("ledger", LedgerColumn.NAMES, "id text", "r." + id + " = w.id"));
            }
            for (var id : ids) {
                var index = id.equals("transaction_id") ? "PRIMARY" : index("ledger_settlement");
                byDebit.add(delete("ledger", index, "id text", "r." + id + " = w.id"));
            }
            var keys = "account_id text, game_round_id text";
            var same = "r.account_id = w.account_id and r.game_round_id = w.game_round_id";
            byRound = List.of(copy("rounds", MovementSql.ROUND, keys, same), delete("rounds", "PRIMARY", keys, same));
        }

        private String index(String name) {
            return prefix.substring(prefix.indexOf('.') + 1) + name;
        }

        /** Returns the condition that rows of these tables are in the partition. */
        private String of(String... tables) {
            var text = new StringBuilder();
            for (var table : tables) {
                if (partitioning != null) {
                    text.append(" and ")
                            .append(table)
                            .append(partitioning.column())
                            .append(" = ")
                            .append(partition);
                }
            }
            return text.toString();
        }

        private Template copy(String table, String columns, String rows, String condition) {
            var all = partitioning == null ? columns : partitioning.column() + ", " + columns;
            return new Template(
                    dialect,
                    "insert into " + prefix + table + "_archive (" + all + ") select r." + all.replace(", ", ", r.")
                            + " from " + prefix + table + " r join {rows " + rows + "} on " + condition + of("r."));
        }

        private Template delete(String table, String index, String rows, String condition) {
            return new Template(
                    dialect, dialect.delete(prefix + table, index, "{rows " + rows + "}", condition + of("r.")));
        }

        long moveAll() {
            long moved = 0;
            int last;
            do {
                last = move();
                moved += last;
            } while (last == BATCH_SIZE);
            return moved;
        }

        private int move() {
            try {
                return Transaction.run(dataSource, Connection.TRANSACTION_READ_COMMITTED, this::move);
            } catch (SQLException e) {
                throw failure(e);
            }
        }

        private int move(Connection connection) throws SQLException {
            try (var lock = connection.createStatement()) {
                if (dialect == Dialect.H2) {
                    lock.execute("select slot from " + prefix + "id_locks for update"); // one writer
                }
            }
            var rounds = new ArrayList<List<String>>();
            try (var statement = connection.createStatement();
                    var chosen = statement.executeQuery(choose)) {
                while (chosen.next()) {
                    rounds.add(List.of(chosen.getString(1), chosen.getString(2), chosen.getString(3)));
                }
            }
            if (!rounds.isEmpty()) {
                for (var statement : byDebit) {
                    run(connection, statement, column(rounds, 2));
                }
                for (var statement : byRound) {
                    run(connection, statement, column(rounds, 0), column(rounds, 1));
                }
            }
            return rounds.size();
        }

        private static Object[] column(Collection<List<String>> rounds, int position) {
            return ColumnType.TEXT.column(rounds, round -> round.get(position));
        }

        private void run(Connection connection, Template template, Object[]... columns) throws SQLException {
            try (var statement = connection.prepareStatement(template.text(columns))) {
                var position = 1;
                for (var value : template.values(partition, 0, columns)) {
                    statement.setObject(position++, value);
                }
                statement.execute();
            }
        }
    }
}
