package dev.operatorkit.reference.store;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import dev.operatorkit.wallet.WalletStore.UnitOfWork;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One transaction of the database: the {@link MovementSql} in its order, each statement once for a batch of any size. */
final class SqlUnit implements UnitOfWork {
    private static final Logger LOG = LoggerFactory.getLogger(SqlUnit.class);
    private static final int LOCK_ATTEMPTS = 20;

    private final Connection connection;
    private final boolean together;
    private final AtomicBoolean storm;
    private boolean open = true;

    /**
     * With whether statements travel together, and whether the unit before this one was nothing but replays: then this one
     * is too, as a rule.
     */
    SqlUnit(Connection connection, boolean together, AtomicBoolean storm) {
        this.connection = connection;
        this.together = together;
        this.storm = storm;
    }

    private static StoreException.RolledBack rolledBack(SQLException e) {
        var state = e.getSQLState();
        return new StoreException.RolledBack("the database refused, state " + state, SqlFailures.isRetryable(state), e);
    }

    /** Nothing came before, so a collision at SERIALIZABLE costs no more than another snapshot. */
    @Override
    public Snapshot lockAndRead(ReadRequest wanted) {
        for (var attempt = 1; ; attempt++) {
            try {
                return read(wanted);
            } catch (SQLException e) {
                if (attempt == LOCK_ATTEMPTS || !"40001".equals(e.getSQLState())) {
                    throw rolledBack(e);
                }
                rollback();
            }
        }
    }

    private void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw rolledBack(e);
        }
    }

    private Snapshot read(ReadRequest wanted) throws SQLException {
        var facts = new Snapshot(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
        var ids = texts(wanted.transactionIds());
        if (storm.get() && allStored(wanted, facts, ids)) {
            return facts;
        }
        var statements = new StatementPipeline();
        if (!wanted.accountIds().isEmpty()) {
            statements.read(
                    MovementSql.LOCK_ACCOUNTS, row -> facts.accounts().put(row.getString(1), account(row)), (Object)
                            texts(wanted.accountIds()));
        }
        if (ids.length > 0) {
            statements.read(MovementSql.READ_LEDGER, row -> readKnown(row, wanted, facts), ids, ids, ids, ids);
        }
        if (!wanted.roundKeys().isEmpty()) {
            statements.read(
                    MovementSql.READ_ROUNDS,
                    row -> {
                        var round = round(row);
                        if (round != null) {
                            facts.rounds().put(round.key(), round);
                        }
                    },
                    column(wanted.roundKeys(), Round.Key::accountId),
                    column(wanted.roundKeys(), Round.Key::gameRoundId));
        }
        statements.run(connection, together);
        storm.set(ids.length > 0 && facts.transactions().size() == ids.length);
        return facts;
    }

    /** A unit of nothing but replays needs no lock, no balance and no round: what is stored is the answer (IDM-2). */
    private boolean allStored(ReadRequest wanted, Snapshot facts, String[] ids) throws SQLException {
        var statements = new StatementPipeline();
        statements.read(MovementSql.READ_STORED, row -> readKnown(row, wanted, facts), (Object) ids);
        statements.run(connection, together);
        return ids.length > 0 && facts.transactions().size() == ids.length;
    }

    private static void readKnown(ResultSet row, ReadRequest wanted, Snapshot facts) throws SQLException {
        var found = transaction(row);
        if (wanted.transactionIds().contains(found.transactionId())) {
            facts.transactions().put(found.transactionId(), found);
        }
        var reference = found.referenceTransactionId();
        if (reference != null && wanted.transactionIds().contains(reference)) {
            facts.settlements().put(reference, found);
        }
    }

    /** The round as it stands, else as it was archived; null when there is none. */
    private static @Nullable Round round(ResultSet row) throws SQLException {
        var key = new Round.Key(row.getString(1), row.getString(2));
        var debitId = row.getString(3);
        if (debitId != null) {
            return new Round(key, debitId, Round.State.valueOf(row.getString(4)));
        }
        var archived = row.getString(5);
        if (archived == null) {
            return null;
        }
        var space = archived.indexOf(' ');
        return new Round(key, archived.substring(space + 1), Round.State.valueOf(archived.substring(0, space)));
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

    /** Before a commit is asked for, whatever fails has written nothing (D-29). */
    @Override
    public void write(Changes changes) {
        var statements = new StatementPipeline();
        insertRounds(changes, statements);
        insertLedger(changes.transactions(), statements);
        closeRounds(changes.closedRounds(), statements);
        updateAccounts(changes.accounts(), statements);
        try {
            statements.run(connection, together);
        } catch (IllegalStateException e) {
            throw new StoreException.RolledBack("not all was written", false, e);
        } catch (SQLException e) {
            throw rolledBack(e);
        }
    }

    private static void insertRounds(Changes changes, StatementPipeline statements) {
        var openedBy = new HashMap<String, String>();
        for (var transaction : changes.transactions()) {
            var reference = transaction.referenceTransactionId();
            openedBy.putIfAbsent(
                    reference == null ? transaction.transactionId() : reference, text(transaction.createdAt()));
        }
        var rounds = changes.newRounds();
        statements.write(
                rounds.size(),
                MovementSql.INSERT_ROUNDS,
                column(rounds, round -> round.key().accountId()),
                column(rounds, round -> round.key().gameRoundId()),
                column(rounds, Round::debitTransactionId),
                column(rounds, round -> round.state().name()),
                column(rounds, round -> openedBy.get(round.debitTransactionId())));
    }

    private static void insertLedger(Collection<StoredTransaction> rows, StatementPipeline statements) {
        statements.write(
                rows.size(),
                MovementSql.INSERT_LEDGER,
                column(rows, StoredTransaction::transactionId),
                column(rows, StoredTransaction::accountId),
                numbers(rows, StoredTransaction::accountVersion),
                column(rows, row -> row.kind().name()),
                column(rows, StoredTransaction::gameRoundId),
                column(rows, StoredTransaction::referenceTransactionId),
                column(rows, StoredTransaction::operatorTransactionId),
                column(rows, row -> row.amount().currency().code()),
                numbers(rows, row -> row.amount().minorUnits()),
                numbers(rows, SqlUnit::balanceBefore),
                numbers(rows, row -> row.balanceAfter().minorUnits()),
                column(rows, StoredTransaction::reason),
                rows.stream().map(StoredTransaction::bodyHash).toArray(byte[][]::new),
                column(rows, row -> text(row.createdAt())));
    }

    private static long balanceBefore(StoredTransaction row) {
        var moved = row.amount().minorUnits();
        return row.balanceAfter().minorUnits() + (row.kind() == Kind.DEBIT ? moved : -moved);
    }

    private static void closeRounds(Collection<Round> rounds, StatementPipeline statements) {
        statements.write(
                rounds.size(),
                MovementSql.CLOSE_ROUNDS,
                column(rounds, round -> round.key().accountId()),
                column(rounds, round -> round.key().gameRoundId()),
                column(rounds, round -> round.state().name()));
    }

    private static void updateAccounts(Collection<Account> accounts, StatementPipeline statements) {
        statements.write(
                accounts.size(),
                MovementSql.UPDATE_ACCOUNTS,
                column(accounts, Account::id),
                numbers(accounts, account -> account.balance().minorUnits()),
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

    @Override
    public void commit() {
        try {
            connection.commit();
            open = false;
        } catch (SQLException e) {
            if (SqlFailures.isRolledBack(e.getSQLState())) {
                throw new StoreException.RolledBack(
                        "the commit was refused, state " + e.getSQLState(),
                        SqlFailures.isRetryable(e.getSQLState()),
                        e);
            }
            throw new StoreException.Indeterminate("no answer to the commit", e);
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
