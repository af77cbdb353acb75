package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wire.Limits;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays rounds on the tables of the ledger, in a transaction that is rolled back, and refuses tables that do not take, keep and return what a
 * right movement writes, or that take what must be there once. Its values are the longest and largest that the specification allows,
 * and ids that differ only in their case, in blanks or at their end. How a table does that does not matter.
 */
final class SchemaTrial {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaTrial.class);
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final Instant TIME = Instant.parse("2038-02-01T10:11:12.123456Z");
    private static final long VERSION = Long.MAX_VALUE - 10;
    /** A standby, a user without a right, and locks of others: none says anything about the tables. */
    private static final List<String> INCONCLUSIVE = List.of("25006", "55P03", "57014", "40001", "40P01", "HYT00");

    /** The numbers of MariaDB, MySQL and H2 for a missing right, whose states stand for other failures too. */
    private static final List<Integer> DENIED = List.of(1142, 1143, 90_096);

    private final Connection connection;
    private final Dialect dialect;
    private final MovementSql sql;
    private final String prefix;
    private final String player;
    private final String other = "trial " + UUID.randomUUID();
    private final String id = other + " 🎰".repeat((Limits.MAX_ID_LENGTH - other.length()) / 2 - 1);
    private final List<StoredTransaction> debits;
    private final List<StoredTransaction> settlements;

    private SchemaTrial(Connection connection, Dialect dialect, MovementSql sql, String prefix, String player) {
        this.connection = connection;
        this.dialect = dialect;
        this.sql = sql;
        this.prefix = prefix;
        this.player = player;
        debits = List.of(
                row(Kind.DEBIT, id + "a", player, VERSION, id + "r").build(),
                row(Kind.DEBIT, id + "A", player, VERSION + 1, id + "R").build(),
                row(Kind.DEBIT, id, player, VERSION + 2, id).build(),
                row(Kind.DEBIT, id + " ", other, VERSION, id + "r").build());
        settlements = List.of(
                row(Kind.CREDIT, id + "c", player, VERSION + 3, id + "r")
                        .referenceTransactionId(id + "a")
                        .build(),
                row(Kind.ROLLBACK, id + "C", player, VERSION + 4, id + "R")
                        .referenceTransactionId(id + "A")
                        .build());
    }

    /**
     * Tries the tables.
     *
     * @param player the account of the trial, which exists if any does, since the ledger may have a foreign key to it
     * @throws IllegalArgumentException with a sentence that says what is wrong with which table
     */
    static void run(Connection connection, Dialect dialect, MovementSql sql, MovementSql.Tables tables, String player)
            throws SQLException {
        var hasPostings = WalletSchema.isThere(connection, tables.prefix() + "postings");
        try (var lock = connection.createStatement()) {
            if (dialect == Dialect.MYSQL) {
                lock.execute(dialect.lockSchema()); // two concurrent trials could be a deadlock
            }
            try {
                if (dialect == Dialect.H2) {
                    lockOnH2(lock, tables.prefix());
                }
                new SchemaTrial(connection, dialect, sql, tables.prefix(), player)
                        .run(tables.accounts().isIncomplete(), hasPostings);
            } catch (SQLException e) {
                if (!isInconclusive(e)) {
                    throw e;
                }
                LOG.warn(
                        "The tables of the store could not be tried. If the cause remains, movements fail: {}",
                        e.getMessage());
            } finally {
                connection.rollback();
                if (dialect == Dialect.MYSQL) {
                    lock.execute(dialect.unlockSchema());
                }
            }
        }
    }

    /** Becomes the one writer that H2 must have, unless another one is at work. */
    private static void lockOnH2(Statement statement, String prefix) throws SQLException {
        long millis;
        try (var timeout = statement.executeQuery("call lock_timeout()")) {
            timeout.next();
            millis = timeout.getLong(1);
        }
        statement.execute("set lock_timeout 100");
        try {
            statement.execute("select slot from " + prefix + "id_locks for update");
        } finally {
            statement.execute("set lock_timeout " + millis);
        }
    }

    private StoredTransaction.Builder row(Kind kind, String transactionId, String account, long version, String round) {
        var all = new Money(Long.MAX_VALUE, EUR);
        return StoredTransaction.builder()
                .transactionId(transactionId)
                .kind(kind)
                .accountId(account)
                .accountVersion(version)
                .gameRoundId(round)
                .operatorTransactionId(UUID.randomUUID().toString())
                .amount(all)
                .balanceAfter(kind == Kind.DEBIT ? Money.zero(EUR) : all)
                .reason("🎰".repeat(1024))
                .bodyHash(new byte[32])
                .createdAt(TIME);
    }

    private void run(boolean versions, boolean postings) throws SQLException {
        take("rounds", pipeline -> insertRounds(pipeline, debits));
        take("ledger", pipeline -> insert(pipeline, debits));
        take(
                "rounds",
                pipeline -> pipeline.write(
                        2,
                        sql.closeRounds,
                        column(settlements, StoredTransaction::accountId),
                        column(settlements, StoredTransaction::gameRoundId),
                        new String[] {"SETTLED", "REVERTED"}));
        take("ledger", pipeline -> insert(pipeline, settlements));
        requireKept("ledger");

        var first = debits.get(0);
        refuse("ledger", "transaction_id", p -> insert(p, List.of(copy(first, first.transactionId(), VERSION + 5))));
        refuse("ledger", "account_id, account_version", p -> insert(p, List.of(copy(first, id + "d", VERSION))));
        refuse(
                "ledger",
                "reference_transaction_id",
                p -> insert(p, List.of(copy(settlements.get(0), id + "d", VERSION + 5))));
        refuse(
                "rounds",
                "account_id, game_round_id",
                p -> insertRounds(p, List.of(copy(first, id + "d", VERSION + 5))));
        if (versions) {
            take("account_versions", this::insertVersions);
            refuse("account_versions", "account_id", this::insertVersions);
        }
        if (postings) {
            take("postings", p -> insertPosting(p, id + "a", VERSION + 5));
            take("postings", p -> insertPosting(p, id + "A", VERSION + 6));
            refuse("postings", "reference", p -> insertPosting(p, id + "a", VERSION + 7));
            refuse("postings", "account_id, account_version", p -> insertPosting(p, id + "b", VERSION + 5));
        }
        try {
            archive();
        } catch (SQLException e) {
            if (!isDenied(e)) { // only the user of the archive needs its rights
                throw e;
            }
        }
    }

    private void archive() throws SQLException {
        var mover = new RoundMover(dialect, prefix, null, null);
        var closed = settlements.stream()
                .map(row -> List.of(row.accountId(), row.gameRoundId(), row.referenceTransactionId() + ""))
                .toList();
        in("ledger_archive", () -> mover.move(connection, closed));
        requireKept("ledger_archive");
        take("ledger", pipeline -> insert(pipeline, List.of(debits.get(0))));
        var savepoint = connection.setSavepoint();
        try {
            mover.move(connection, closed.subList(0, 1));
        } catch (SQLException e) {
            connection.rollback(savepoint);
            return;
        } catch (IllegalStateException e) {
            LOG.debug("The archive took a movement twice", e);
        }
        throw SchemaCheck.refusal(prefix + "ledger_archive", "has no unique index on transaction_id");
    }

    private static StoredTransaction copy(StoredTransaction row, String transactionId, long version) {
        return StoredTransaction.builder()
                .transactionId(transactionId)
                .kind(row.kind())
                .accountId(row.accountId())
                .accountVersion(version)
                .gameRoundId(row.gameRoundId())
                .referenceTransactionId(row.referenceTransactionId())
                .operatorTransactionId(row.operatorTransactionId())
                .amount(row.amount())
                .balanceAfter(row.balanceAfter())
                .bodyHash(row.bodyHash())
                .createdAt(row.createdAt())
                .build();
    }

    private void insert(StatementPipeline pipeline, List<StoredTransaction> rows) {
        pipeline.write(rows.size(), sql.insertLedger, LedgerColumn.parameters(dialect, rows));
    }

    private void insertRounds(StatementPipeline pipeline, List<StoredTransaction> rows) {
        pipeline.write(
                rows.size(),
                sql.insertRounds,
                column(rows, StoredTransaction::accountId),
                column(rows, StoredTransaction::gameRoundId),
                column(rows, StoredTransaction::transactionId),
                column(rows, row -> "BET"),
                column(rows, row -> dialect.time(row.createdAt())));
    }

    private void insertVersions(StatementPipeline pipeline) {
        var account = new Account(other, Money.zero(EUR), VERSION, TIME);
        pipeline.write(
                1, sql.insertVersions, new String[] {account.id()}, new Long[] {account.version()}, new String[] {
                    dialect.time(account.updatedAt())
                });
    }

    private void insertPosting(StatementPipeline pipeline, String reference, long version) {
        pipeline.write(
                1,
                sql.insertPosting,
                new String[] {reference},
                new String[] {player},
                new Long[] {version},
                new String[] {"EUR"},
                new Long[] {-Long.MAX_VALUE},
                new Long[] {Long.MAX_VALUE},
                new Long[] {0L},
                new String[] {dialect.time(TIME)});
    }

    private static Object[] column(List<StoredTransaction> rows, Function<StoredTransaction, String> value) {
        return ColumnType.TEXT.column(rows, value);
    }

    private interface Statements {
        void addTo(StatementPipeline pipeline);
    }

    private interface Step {
        void run() throws SQLException;
    }

    private void take(String table, Statements statements) throws SQLException {
        in(table, () -> {
            var pipeline = new StatementPipeline(dialect, null);
            statements.addTo(pipeline);
            pipeline.run(connection);
        });
    }

    private static boolean isInconclusive(SQLException e) {
        return INCONCLUSIVE.contains(String.valueOf(e.getSQLState())) || SqlFailures.isLockTimeout(e) || isDenied(e);
    }

    private static boolean isDenied(SQLException e) {
        return "42501".equals(e.getSQLState()) || DENIED.contains(e.getErrorCode());
    }

    private void in(String table, Step step) throws SQLException {
        try {
            step.run();
        } catch (SQLException | IllegalStateException e) {
            if (e instanceof SQLException failed && isInconclusive(failed)) {
                throw failed;
            }
            throw SchemaCheck.refusal(
                    prefix + table, "does not take and keep what a movement writes (" + e.getMessage() + ")");
        }
    }

    /** Requires that the table refuses a second row with the same value of its key. */
    private void refuse(String table, String key, Statements second) throws SQLException {
        var savepoint = connection.setSavepoint();
        try {
            var pipeline = new StatementPipeline(dialect, null);
            second.addTo(pipeline);
            pipeline.run(connection);
        } catch (SQLException e) {
            connection.rollback(savepoint);
            return;
        }
        throw SchemaCheck.refusal(prefix + table, "has no unique index on " + key);
    }

    private void requireKept(String table) throws SQLException {
        var written = new ArrayList<StoredTransaction>(debits);
        written.addAll(settlements);
        var ids = column(written, StoredTransaction::transactionId);
        var found = new ArrayList<StoredTransaction>();
        var states = new ArrayList<String>();
        in(table, () -> {
            var pipeline = new StatementPipeline(dialect, null);
            pipeline.read(sql.readLedger, row -> found.add(LedgerColumn.read(dialect, row)), ids, ids, ids, ids);
            pipeline.read(
                    sql.readRounds,
                    row -> {
                        var round = StoredRows.round(row);
                        states.add(round == null ? "none" : round.debitTransactionId() + " " + round.state());
                    },
                    column(debits, StoredTransaction::accountId),
                    column(debits, StoredTransaction::gameRoundId));
            pipeline.run(connection);
        });
        var byId = Comparator.comparing(StoredTransaction::transactionId);
        // A settlement is found by its own id and by that of its debit.
        var distinct = found.stream()
                .collect(Collectors.toMap(StoredTransaction::transactionId, row -> row, (one, again) -> one))
                .values()
                .stream()
                .sorted(byId)
                .toList();
        var isSame = Arrays.deepEquals(
                LedgerColumn.parameters(dialect, distinct),
                LedgerColumn.parameters(dialect, written.stream().sorted(byId).toList()));
        if (!isSame) {
            throw SchemaCheck.refusal(
                    prefix + table, "does not return what was written: ids, numbers, texts or times differ");
        }
        states.sort(null);
        var expected = List.of(id + " BET", id + "  BET", id + "A REVERTED", id + "a SETTLED");
        if (!states.equals(expected.stream().sorted().toList())) {
            throw SchemaCheck.refusal(prefix + "rounds", "does not return the rounds that were written");
        }
    }
}
