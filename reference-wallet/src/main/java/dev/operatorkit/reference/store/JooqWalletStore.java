package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.LEDGER;
import static dev.operatorkit.reference.schema.Tables.LEDGER_ARCHIVE;
import static dev.operatorkit.reference.schema.Tables.ROUNDS;
import static dev.operatorkit.reference.store.ArrayOf.bytes;
import static dev.operatorkit.reference.store.ArrayOf.longs;
import static dev.operatorkit.reference.store.ArrayOf.texts;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.QueryPart;
import org.jooq.Record;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The wallet's tables on H2 and PostgreSQL: a few statements for a batch of any size, one commit (IDM-3). */
public final class JooqWalletStore implements WalletStore {
    private static final Logger LOG = LoggerFactory.getLogger(JooqWalletStore.class);
    private static final int LOCK_ATTEMPTS = 20;
    private static final List<Field<?>> ACCOUNT_ROW =
            List.of(ACCOUNTS.ID, ACCOUNTS.CURRENCY, ACCOUNTS.BALANCE, ACCOUNTS.VERSION, ACCOUNTS.UPDATED_AT);
    private static final List<Field<?>> LEDGER_ROW = List.of(
            LEDGER.TRANSACTION_ID,
            LEDGER.KIND,
            LEDGER.ACCOUNT_ID,
            LEDGER.GAME_ROUND_ID,
            LEDGER.REFERENCE_TRANSACTION_ID,
            LEDGER.OPERATOR_TRANSACTION_ID,
            LEDGER.CURRENCY,
            LEDGER.AMOUNT,
            LEDGER.BALANCE_AFTER,
            LEDGER.ACCOUNT_VERSION,
            LEDGER.REASON,
            LEDGER.FINGERPRINT,
            LEDGER.CREATED_AT);
    private static final List<Field<?>> ARCHIVE_ROW =
            LEDGER_ROW.stream().<Field<?>>map(LEDGER_ARCHIVE::field).toList();

    private final Database database;

    /** Keeps everything in {@code database}. */
    public JooqWalletStore(Database database) {
        this.database = database;
    }

    @Override
    public Unit begin() {
        try {
            return new SqlUnit(database.movements().getConnection());
        } catch (SQLException e) {
            throw new StoreException.RolledBack("no connection to the database", false, e);
        }
    }

    @Override
    public Optional<StoredTransaction> find(String transactionId) {
        return surelyNothingWritten(() -> database.reads()
                .select(LEDGER_ROW)
                .from(LEDGER)
                .where(LEDGER.TRANSACTION_ID.eq(transactionId))
                .unionAll(DSL.select(ARCHIVE_ROW)
                        .from(LEDGER_ARCHIVE)
                        .where(LEDGER_ARCHIVE.TRANSACTION_ID.eq(transactionId)))
                .fetchOptional(JooqWalletStore::transaction));
    }

    private static StoredTransaction transaction(Record row) {
        var currency = CurrencyCode.of(row.get(LEDGER.CURRENCY));
        return new StoredTransaction(
                row.get(LEDGER.TRANSACTION_ID),
                Kind.valueOf(row.get(LEDGER.KIND)),
                row.get(LEDGER.ACCOUNT_ID),
                row.get(LEDGER.GAME_ROUND_ID),
                row.get(LEDGER.REFERENCE_TRANSACTION_ID),
                row.get(LEDGER.OPERATOR_TRANSACTION_ID),
                new Money(row.get(LEDGER.AMOUNT), currency),
                new Money(row.get(LEDGER.BALANCE_AFTER), currency),
                row.get(LEDGER.ACCOUNT_VERSION),
                row.get(LEDGER.REASON),
                row.get(LEDGER.FINGERPRINT),
                row.get(LEDGER.CREATED_AT).toInstant());
    }

    private static Round round(Record row) {
        return new Round(
                new Round.Key(row.get(ROUNDS.ACCOUNT_ID), row.get(ROUNDS.GAME_ROUND_ID)),
                row.get(ROUNDS.DEBIT_ID),
                Round.State.valueOf(row.get(ROUNDS.STATE)));
    }

    private static Account account(Record row) {
        return new Account(
                row.get(ACCOUNTS.ID),
                new Money(row.get(ACCOUNTS.BALANCE), CurrencyCode.of(row.get(ACCOUNTS.CURRENCY))),
                row.get(ACCOUNTS.VERSION),
                row.get(ACCOUNTS.UPDATED_AT).toInstant());
    }

    /** Before a commit is asked for, whatever fails has written nothing (D-29). */
    private static <T> T surelyNothingWritten(Supplier<T> work) {
        try {
            return work.get();
        } catch (DataAccessException e) {
            throw new StoreException.RolledBack(reason(e), Failures.worthRetrying(e.sqlState()), e);
        }
    }

    private static String reason(DataAccessException e) {
        return "the database refused, state " + e.sqlState();
    }

    private static long balanceBefore(StoredTransaction row) {
        var moved = row.amount().minor();
        return row.balanceAfter().minor() + (row.kind() == Kind.DEBIT ? moved : -moved);
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

    private final class SqlUnit implements Unit {
        private final Connection connection;
        private final DSLContext sql;
        private boolean open = true;

        SqlUnit(Connection connection) {
            this.connection = connection;
            this.sql = database.on(connection);
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
        private Map<String, Account> lock(Wanted wanted) {
            var accounts = new HashMap<String, Account>();
            if (wanted.accountIds().isEmpty()) {
                return accounts;
            }
            var ids = texts(wanted.accountIds().toArray(String[]::new));
            for (var attempt = 1; ; attempt++) {
                try {
                    sql.resultQuery(HotSql.LOCK_ACCOUNTS, ids)
                            .coerce(ACCOUNT_ROW)
                            .forEach(row -> accounts.put(row.get(ACCOUNTS.ID), account(row)));
                    return accounts;
                } catch (DataAccessException e) {
                    if (attempt == LOCK_ATTEMPTS || !"40001".equals(e.sqlState())) {
                        throw e;
                    }
                    sql.rollback().execute();
                }
            }
        }

        private void readLedger(
                Wanted wanted,
                Map<String, StoredTransaction> transactions,
                Map<String, StoredTransaction> settlements) {
            var ids = wanted.transactionIds();
            if (ids.isEmpty()) {
                return;
            }
            sql.resultQuery(HotSql.READ_LEDGER, texts(ids.toArray(String[]::new)))
                    .coerce(LEDGER_ROW)
                    .forEach(row -> {
                        var found = transaction(row);
                        var reference = found.referenceTransactionId();
                        if (ids.contains(found.transactionId())) {
                            transactions.put(found.transactionId(), found);
                        }
                        if (reference != null && ids.contains(reference)) {
                            settlements.put(reference, found);
                        }
                    });
        }

        private Map<Round.Key, Round> readRounds(Wanted wanted) {
            var rounds = new HashMap<Round.Key, Round>();
            if (!wanted.rounds().isEmpty()) {
                sql.resultQuery(
                                HotSql.READ_ROUNDS,
                                texts(column(wanted.rounds(), Round.Key::accountId)),
                                texts(column(wanted.rounds(), Round.Key::gameRoundId)))
                        .coerce(ROUNDS.ACCOUNT_ID, ROUNDS.GAME_ROUND_ID, ROUNDS.DEBIT_ID, ROUNDS.STATE)
                        .forEach(row -> {
                            var found = round(row);
                            rounds.put(found.key(), found);
                        });
            }
            return rounds;
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

        private void insertRounds(Changes changes) {
            var rounds = changes.newRounds();
            if (rounds.isEmpty()) {
                return;
            }
            var openedBy = new HashMap<String, String>();
            for (var transaction : changes.transactions()) {
                var reference = transaction.referenceTransactionId();
                openedBy.putIfAbsent(
                        reference == null ? transaction.transactionId() : reference, text(transaction.createdAt()));
            }
            execute(
                    rounds.size(),
                    HotSql.INSERT_ROUNDS,
                    texts(column(rounds, round -> round.key().accountId())),
                    texts(column(rounds, round -> round.key().gameRoundId())),
                    texts(column(rounds, Round::debitId)),
                    texts(column(rounds, round -> round.state().name())),
                    texts(column(rounds, round -> openedBy.get(round.debitId()))));
        }

        private void insertLedger(Collection<StoredTransaction> rows) {
            execute(
                    rows.size(),
                    HotSql.INSERT_LEDGER,
                    texts(column(rows, StoredTransaction::transactionId)),
                    texts(column(rows, StoredTransaction::accountId)),
                    longs(numbers(rows, StoredTransaction::accountVersion)),
                    texts(column(rows, row -> row.kind().name())),
                    texts(column(rows, StoredTransaction::gameRoundId)),
                    texts(column(rows, StoredTransaction::referenceTransactionId)),
                    texts(column(rows, StoredTransaction::operatorTransactionId)),
                    texts(column(rows, row -> row.amount().currency().code())),
                    longs(numbers(rows, row -> row.amount().minor())),
                    longs(numbers(rows, JooqWalletStore::balanceBefore)),
                    longs(numbers(rows, row -> row.balanceAfter().minor())),
                    texts(column(rows, StoredTransaction::reason)),
                    bytes(rows.stream().map(StoredTransaction::fingerprint).toArray(byte[][]::new)),
                    texts(column(rows, row -> text(row.createdAt()))));
        }

        private void closeRounds(Collection<Round> rounds) {
            execute(
                    rounds.size(),
                    HotSql.CLOSE_ROUNDS,
                    texts(column(rounds, round -> round.key().accountId())),
                    texts(column(rounds, round -> round.key().gameRoundId())),
                    texts(column(rounds, round -> round.state().name())));
        }

        private void updateAccounts(Collection<Account> accounts) {
            execute(
                    accounts.size(),
                    HotSql.UPDATE_ACCOUNTS,
                    texts(column(accounts, Account::id)),
                    longs(numbers(accounts, account -> account.balance().minor())),
                    longs(numbers(accounts, Account::version)),
                    texts(column(accounts, account -> text(account.updatedAt()))));
        }

        private void execute(int rows, String statement, QueryPart... parts) {
            if (rows == 0) {
                return;
            }
            var written = sql.query(statement, parts).execute();
            if (written != rows) {
                throw new StoreException.RolledBack(
                        written + " rows of " + rows + " written: the database is not what was read",
                        false,
                        new IllegalStateException(statement));
            }
        }

        @Override
        public void commit() {
            try {
                connection.commit();
                open = false;
            } catch (SQLException e) {
                if (Failures.surelyRolledBack(e.getSQLState())) {
                    throw new StoreException.RolledBack(
                            "the commit was refused, state " + e.getSQLState(),
                            Failures.worthRetrying(e.getSQLState()),
                            e);
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
}
