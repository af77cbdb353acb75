package dev.operatorkit.reference.store;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.Facts;
import dev.operatorkit.wallet.WalletStore.Unit;
import dev.operatorkit.wallet.WalletStore.Wanted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One transaction of the database: the {@link HotSql} in its order, each statement once for a batch of any size. */
final class SqlUnit implements Unit {
    private static final Logger LOG = LoggerFactory.getLogger(SqlUnit.class);
    private static final int LOCK_ATTEMPTS = 20;

    private final Connection connection;
    private boolean open = true;

    SqlUnit(Connection connection) {
        this.connection = connection;
    }

    private interface Work<T> {
        T run() throws SQLException;
    }

    private interface Row {
        void read(ResultSet row) throws SQLException;
    }

    /** Before a commit is asked for, whatever fails has written nothing (D-29). */
    private static <T> T surelyNothingWritten(Work<T> work) {
        try {
            return work.run();
        } catch (SQLException e) {
            var state = e.getSQLState();
            throw new StoreException.RolledBack(
                    "the database refused, state " + state, Failures.worthRetrying(state), e);
        }
    }

    @Override
    public Facts lockAndRead(Wanted wanted) {
        return surelyNothingWritten(() -> {
            var accounts = lock(wanted);
            var transactions = new HashMap<String, StoredTransaction>();
            var settlements = new HashMap<String, StoredTransaction>();
            readLedger(wanted, transactions, settlements);
            return new Facts(accounts, transactions, settlements, readRounds(wanted));
        });
    }

    /** Nothing came before, so a collision at SERIALIZABLE costs no more than another snapshot. */
    private Map<String, Account> lock(Wanted wanted) throws SQLException {
        var accounts = new HashMap<String, Account>();
        if (wanted.accountIds().isEmpty()) {
            return accounts;
        }
        Object ids = texts(wanted.accountIds());
        for (var attempt = 1; ; attempt++) {
            try {
                read(HotSql.LOCK_ACCOUNTS, row -> accounts.put(row.getString(1), account(row)), ids);
                return accounts;
            } catch (SQLException e) {
                if (attempt == LOCK_ATTEMPTS || !"40001".equals(e.getSQLState())) {
                    throw e;
                }
                connection.rollback();
            }
        }
    }

    private void readLedger(
            Wanted wanted, Map<String, StoredTransaction> transactions, Map<String, StoredTransaction> settlements)
            throws SQLException {
        var wantedIds = wanted.transactionIds();
        if (wantedIds.isEmpty()) {
            return;
        }
        Object ids = texts(wantedIds);
        Row row = line -> {
            var found = transaction(line);
            var reference = found.referenceTransactionId();
            if (wantedIds.contains(found.transactionId())) {
                transactions.put(found.transactionId(), found);
            }
            if (reference != null && wantedIds.contains(reference)) {
                settlements.put(reference, found);
            }
        };
        read(HotSql.READ_LEDGER, row, ids, ids, ids, ids);
    }

    private Map<Round.Key, Round> readRounds(Wanted wanted) throws SQLException {
        var rounds = new HashMap<Round.Key, Round>();
        if (!wanted.rounds().isEmpty()) {
            Row row = line -> {
                var key = new Round.Key(line.getString(1), line.getString(2));
                rounds.put(key, new Round(key, line.getString(3), Round.State.valueOf(line.getString(4))));
            };
            read(
                    HotSql.READ_ROUNDS,
                    row,
                    column(wanted.rounds(), Round.Key::accountId),
                    column(wanted.rounds(), Round.Key::gameRoundId));
        }
        return rounds;
    }

    private static Account account(ResultSet row) throws SQLException {
        return new Account(
                row.getString(1),
                new Money(row.getLong(3), CurrencyCode.of(row.getString(2))),
                row.getLong(4),
                row.getObject(5, OffsetDateTime.class).toInstant());
    }

    private static StoredTransaction transaction(ResultSet row) throws SQLException {
        var currency = CurrencyCode.of(row.getString(7));
        return new StoredTransaction(
                row.getString(1),
                Kind.valueOf(row.getString(2)),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                new Money(row.getLong(8), currency),
                new Money(row.getLong(9), currency),
                row.getLong(10),
                row.getString(11),
                row.getBytes(12),
                row.getObject(13, OffsetDateTime.class).toInstant());
    }

    @Override
    public void write(Changes changes) {
        surelyNothingWritten(() -> {
            insertRounds(changes);
            insertLedger(changes.transactions());
            closeRounds(changes.settledRounds());
            updateAccounts(changes.accounts());
            return true;
        });
    }

    private void insertRounds(Changes changes) throws SQLException {
        var openedBy = new HashMap<String, String>();
        for (var transaction : changes.transactions()) {
            var reference = transaction.referenceTransactionId();
            openedBy.putIfAbsent(
                    reference == null ? transaction.transactionId() : reference, text(transaction.createdAt()));
        }
        var rounds = changes.newRounds();
        write(
                rounds.size(),
                HotSql.INSERT_ROUNDS,
                column(rounds, round -> round.key().accountId()),
                column(rounds, round -> round.key().gameRoundId()),
                column(rounds, Round::debitId),
                column(rounds, round -> round.state().name()),
                column(rounds, round -> openedBy.get(round.debitId())));
    }

    private void insertLedger(Collection<StoredTransaction> rows) throws SQLException {
        write(
                rows.size(),
                HotSql.INSERT_LEDGER,
                column(rows, StoredTransaction::transactionId),
                column(rows, StoredTransaction::accountId),
                numbers(rows, StoredTransaction::accountVersion),
                column(rows, row -> row.kind().name()),
                column(rows, StoredTransaction::gameRoundId),
                column(rows, StoredTransaction::referenceTransactionId),
                column(rows, StoredTransaction::operatorTransactionId),
                column(rows, row -> row.amount().currency().code()),
                numbers(rows, row -> row.amount().minor()),
                numbers(rows, SqlUnit::balanceBefore),
                numbers(rows, row -> row.balanceAfter().minor()),
                column(rows, StoredTransaction::reason),
                rows.stream().map(StoredTransaction::fingerprint).toArray(byte[][]::new),
                column(rows, row -> text(row.createdAt())));
    }

    private static long balanceBefore(StoredTransaction row) {
        var moved = row.amount().minor();
        return row.balanceAfter().minor() + (row.kind() == Kind.DEBIT ? moved : -moved);
    }

    private void closeRounds(Collection<Round> rounds) throws SQLException {
        write(
                rounds.size(),
                HotSql.CLOSE_ROUNDS,
                column(rounds, round -> round.key().accountId()),
                column(rounds, round -> round.key().gameRoundId()),
                column(rounds, round -> round.state().name()));
    }

    private void updateAccounts(Collection<Account> accounts) throws SQLException {
        write(
                accounts.size(),
                HotSql.UPDATE_ACCOUNTS,
                column(accounts, Account::id),
                numbers(accounts, account -> account.balance().minor()),
                numbers(accounts, Account::version),
                column(accounts, account -> text(account.updatedAt())));
    }

    private static String[] texts(Collection<String> values) {
        return values.toArray(String[]::new);
    }

    private static <E> String[] column(Collection<E> rows, Function<E, @Nullable String> value) {
        return rows.stream().map(value).toArray(String[]::new);
    }

    private static <E> Long[] numbers(Collection<E> rows, Function<E, Long> value) {
        return rows.stream().map(value).toArray(Long[]::new);
    }

    /** ISO-8601, which both databases read; to the microsecond, which is all they keep. */
    private static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS).toString();
    }

    private void read(String sql, Row row, Object... columns) throws SQLException {
        try (var statement = prepared(sql, columns);
                var rows = statement.executeQuery()) {
            while (rows.next()) {
                row.read(rows);
            }
        }
    }

    private void write(int rows, String sql, Object... columns) throws SQLException {
        if (rows == 0) {
            return;
        }
        try (var statement = prepared(sql, columns)) {
            var written = statement.executeUpdate();
            if (written != rows) {
                throw new StoreException.RolledBack(
                        written + " rows of " + rows + " written: the database is not what was read",
                        false,
                        new IllegalStateException(sql));
            }
        }
    }

    /** Each column of values goes to the driver as one array. */
    private PreparedStatement prepared(String sql, Object... columns) throws SQLException {
        var statement = connection.prepareStatement(sql);
        for (var i = 0; i < columns.length; i++) {
            statement.setObject(i + 1, columns[i]);
        }
        return statement;
    }

    @Override
    public void commit() {
        try {
            connection.commit();
            open = false;
        } catch (SQLException e) {
            if (Failures.surelyRolledBack(e.getSQLState())) {
                throw new StoreException.RolledBack(
                        "the commit was refused, state " + e.getSQLState(), Failures.worthRetrying(e.getSQLState()), e);
            }
            throw new StoreException.OutcomeUnknown("no answer to the commit", e);
        }
    }

    @Override
    public void close() {
        try (connection) {
            if (open) {
                connection.rollback();
            }
        } catch (SQLException e) {
            // The pool drops a broken connection, and the database rolls back whatever it carried.
            LOG.debug("a connection broke while it was given back", e);
        }
    }
}
