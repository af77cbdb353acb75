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

/** One transaction of the database: the {@link HotSql} in its order, each statement once for a batch of any size. */
final class SqlUnit implements Unit {
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
        return new StoreException.RolledBack("the database refused, state " + state, Failures.worthRetrying(state), e);
    }

    /** Nothing came before, so a collision at SERIALIZABLE costs no more than another snapshot. */
    @Override
    public Facts lockAndRead(Wanted wanted) {
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

    private Facts read(Wanted wanted) throws SQLException {
        var facts = new Facts(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
        var ids = texts(wanted.transactionIds());
        if (storm.get() && allStored(wanted, facts, ids)) {
            return facts;
        }
        var statements = new Statements();
        if (!wanted.accountIds().isEmpty()) {
            statements.read(HotSql.LOCK_ACCOUNTS, row -> facts.accounts().put(row.getString(1), account(row)), (Object)
                    texts(wanted.accountIds()));
        }
        if (ids.length > 0) {
            statements.read(HotSql.READ_LEDGER, row -> known(row, wanted, facts), ids, ids, ids, ids);
        }
        if (!wanted.rounds().isEmpty()) {
            statements.read(
                    HotSql.READ_ROUNDS,
                    row -> {
                        var round = round(row);
                        if (round != null) {
                            facts.rounds().put(round.key(), round);
                        }
                    },
                    column(wanted.rounds(), Round.Key::accountId),
                    column(wanted.rounds(), Round.Key::gameRoundId));
        }
        statements.run(connection, together);
        storm.set(ids.length > 0 && facts.transactions().size() == ids.length);
        return facts;
    }

    /** A unit of nothing but replays needs no lock, no balance and no round: what is stored is the answer (IDM-2). */
    private boolean allStored(Wanted wanted, Facts facts, String[] ids) throws SQLException {
        var statements = new Statements();
        statements.read(HotSql.READ_STORED, row -> known(row, wanted, facts), (Object) ids);
        statements.run(connection, together);
        return ids.length > 0 && facts.transactions().size() == ids.length;
    }

    private static void known(ResultSet row, Wanted wanted, Facts facts) throws SQLException {
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
        var statements = new Statements();
        insertRounds(changes, statements);
        insertLedger(changes.transactions(), statements);
        closeRounds(changes.settledRounds(), statements);
        updateAccounts(changes.accounts(), statements);
        try {
            statements.run(connection, together);
        } catch (IllegalStateException e) {
            throw new StoreException.RolledBack("not all was written", false, e);
        } catch (SQLException e) {
            throw rolledBack(e);
        }
    }

    private static void insertRounds(Changes changes, Statements statements) {
        var openedBy = new HashMap<String, String>();
        for (var transaction : changes.transactions()) {
            var reference = transaction.referenceTransactionId();
            openedBy.putIfAbsent(
                    reference == null ? transaction.transactionId() : reference, text(transaction.createdAt()));
        }
        var rounds = changes.newRounds();
        statements.write(
                rounds.size(),
                HotSql.INSERT_ROUNDS,
                column(rounds, round -> round.key().accountId()),
                column(rounds, round -> round.key().gameRoundId()),
                column(rounds, Round::debitId),
                column(rounds, round -> round.state().name()),
                column(rounds, round -> openedBy.get(round.debitId())));
    }

    private static void insertLedger(Collection<StoredTransaction> rows, Statements statements) {
        statements.write(
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

    private static void closeRounds(Collection<Round> rounds, Statements statements) {
        statements.write(
                rounds.size(),
                HotSql.CLOSE_ROUNDS,
                column(rounds, round -> round.key().accountId()),
                column(rounds, round -> round.key().gameRoundId()),
                column(rounds, round -> round.state().name()));
    }

    private static void updateAccounts(Collection<Account> accounts, Statements statements) {
        statements.write(
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
