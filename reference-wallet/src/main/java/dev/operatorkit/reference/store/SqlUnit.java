package dev.operatorkit.reference.store;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.reference.database.SqlFailures;
import dev.operatorkit.reference.limits.DayTotals;
import dev.operatorkit.reference.limits.LimitedAccount;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import dev.operatorkit.wallet.WalletStore.UnitOfWork;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a unit of work as one database transaction: the {@link MovementSql} in order, each statement once per batch. */
final class SqlUnit implements UnitOfWork {
    private static final Logger LOG = LoggerFactory.getLogger(SqlUnit.class);
    private static final int LOCK_ATTEMPTS = 20;
    private static final int FIRST_LIMIT_COLUMN = 6;
    private static final int MAX_MILLIS_IN_OTHER_PARTITIONS = 2_000;

    private final Connection connection;
    private final Database database;
    private final boolean remote;
    private final Servers servers;
    private final AtomicBoolean lastBatchAllReplays;
    private final Map<String, Object> limited = new HashMap<>();
    private @Nullable Integer partition;
    private @Nullable StatementPipeline unsent;
    private @Nullable String written;
    private boolean open = true;

    /**
     * Creates a unit of work on a connection.
     *
     * @param database the database, which is told what failed and what was committed
     * @param servers the servers that have the partitions
     * @param lastBatchAllReplays true when the last batch contained only replays, since the next one usually does too
     */
    SqlUnit(Connection connection, Database database, Servers servers, AtomicBoolean lastBatchAllReplays) {
        this.connection = connection;
        this.database = database;
        this.remote = database.isRemote();
        this.servers = servers;
        this.lastBatchAllReplays = lastBatchAllReplays;
    }

    private StoreException.RolledBack rolledBack(SQLException e) {
        var state = e.getSQLState();
        database.failed(state);
        return new StoreException.RolledBack(
                "the database rejected a statement with state " + state, SqlFailures.isRetryable(state), e);
    }

    /** Retries on a collision at SERIALIZABLE, which only costs another snapshot, unless another partition was read before. */
    @Override
    public Snapshot lockAndRead(ReadRequest request) {
        var isFirst = partition == null;
        for (var attempt = 1; ; attempt++) {
            try {
                sendWrites();
                return read(request);
            } catch (SQLException e) {
                if (!isFirst || attempt == LOCK_ATTEMPTS || !"40001".equals(e.getSQLState())) {
                    throw rolledBack(e);
                }
                rollback();
            }
        }
    }

    /** Sends what was written for another partition. Sent with the read, there would be a text for each pair of combinations. */
    private void sendWrites() throws SQLException {
        if (unsent != null) {
            var statements = unsent;
            unsent = null;
            statements.run(connection);
        }
    }

    private MovementSql sql() {
        return partition == null ? MovementSql.PLAIN : MovementSql.PARTITIONED;
    }

    private StatementPipeline pipeline() {
        return new StatementPipeline(remote, partition);
    }

    private void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw rolledBack(e);
        }
    }

    private Snapshot read(ReadRequest request) throws SQLException {
        limited.clear();
        var partitions = database.partitions();
        partition = partitions == null ? null : partitions.of(request.accountIds());
        servers.require(partition);
        var sql = sql();
        var snapshot = new Snapshot(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>(), limited);
        var ids = texts(request.transactionIds());
        if (remote && request.accountIds().isEmpty()) {
            readWhatTheLocksWaitedFor();
        }
        if (lastBatchAllReplays.get() && allStored(request, snapshot, ids)) {
            return snapshot;
        }
        var statements = pipeline();
        if (remote && ids.length > 0) {
            statements.read(sql.lockIds, row -> {}, (Object) ids);
        }
        if (!request.accountIds().isEmpty()) {
            statements.read(sql.lockAccounts, row -> readAccount(row, snapshot), (Object) texts(request.accountIds()));
        }
        if (ids.length > 0) {
            statements.read(sql.readLedger, row -> readKnown(row, request, snapshot), ids, ids, ids, ids);
        }
        if (!request.roundKeys().isEmpty()) {
            statements.read(
                    sql.readRounds,
                    row -> {
                        var round = round(row);
                        if (round != null) {
                            snapshot.rounds().put(round.key(), round);
                        }
                    },
                    column(request.roundKeys(), Round.Key::accountId),
                    column(request.roundKeys(), Round.Key::gameRoundId));
        }
        statements.run(connection);
        lastBatchAllReplays.set(ids.length > 0 && snapshot.transactions().size() == ids.length);
        return snapshot;
    }

    /**
     * Lets each statement read what was committed before it. At a higher isolation level all would read what was
     * committed before the wait for the lock of an id, and no lock of an account reports that it has changed.
     */
    private void readWhatTheLocksWaitedFor() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(MovementSql.READ_COMMITTED);
        }
    }

    /** Reads a batch of replays only: it needs no lock, balance or round, since the stored responses suffice (IDM-2). */
    private boolean allStored(ReadRequest request, Snapshot snapshot, String[] ids) throws SQLException {
        var statements = pipeline();
        statements.read(sql().readStored, row -> readKnown(row, request, snapshot), (Object) ids);
        statements.run(connection);
        return ids.length > 0 && snapshot.transactions().size() == ids.length;
    }

    private static void readAccount(ResultSet row, Snapshot snapshot) throws SQLException {
        var account = account(row);
        snapshot.accounts().put(account.id(), account);
        var limits = LimitColumns.read(row, FIRST_LIMIT_COLUMN, snapshot.transactions());
        if (limits != null) {
            snapshot.policyData().put(account.id(), limits);
        }
    }

    private static void readKnown(ResultSet row, ReadRequest request, Snapshot snapshot) throws SQLException {
        var found = LedgerColumn.read(row);
        if (request.transactionIds().contains(found.transactionId())) {
            snapshot.transactions().put(found.transactionId(), found);
        }
        var reference = found.referenceTransactionId();
        if (reference != null && request.transactionIds().contains(reference)) {
            snapshot.settlements().put(reference, found);
        }
    }

    /** Reads a round, from the archive if it is there; null when there is none. */
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

    /** Writes the changes; on PostgreSQL the last ones are sent together with the commit. */
    @Override
    public void write(Changes changes) {
        changes.transactions().stream().findFirst().ifPresent(first -> written = first.transactionId());
        var statements = pipeline();
        insertRounds(changes, statements);
        insertLedger(changes.transactions(), statements);
        closeRounds(changes.closedRounds(), statements);
        updateAccounts(changes, statements);
        if (remote && !statements.isEmpty()) {
            unsent = statements;
            return;
        }
        try {
            statements.run(connection);
        } catch (IllegalStateException e) {
            throw new StoreException.RolledBack("a statement wrote an unexpected number of rows", false, e);
        } catch (SQLException e) {
            throw rolledBack(e);
        }
    }

    private void insertRounds(Changes changes, StatementPipeline statements) {
        var openedAtByDebit = new HashMap<String, String>();
        for (var transaction : changes.transactions()) {
            var reference = transaction.referenceTransactionId();
            openedAtByDebit.putIfAbsent(
                    reference == null ? transaction.transactionId() : reference,
                    LedgerColumn.toText(transaction.createdAt()));
        }
        var rounds = changes.newRounds();
        statements.write(
                rounds.size(),
                sql().insertRounds,
                column(rounds, round -> round.key().accountId()),
                column(rounds, round -> round.key().gameRoundId()),
                column(rounds, Round::debitTransactionId),
                column(rounds, round -> round.state().name()),
                column(rounds, round -> openedAtByDebit.get(round.debitTransactionId())));
    }

    private void insertLedger(Collection<StoredTransaction> rows, StatementPipeline statements) {
        statements.write(rows.size(), sql().insertLedger, LedgerColumn.parameters(rows));
    }

    private void closeRounds(Collection<Round> rounds, StatementPipeline statements) {
        statements.write(
                rounds.size(),
                sql().closeRounds,
                column(rounds, round -> round.key().accountId()),
                column(rounds, round -> round.key().gameRoundId()),
                column(rounds, round -> round.state().name()));
    }

    private void updateAccounts(Changes changes, StatementPipeline statements) {
        var accounts = changes.accounts();
        var ids = column(accounts, Account::id);
        var balances = numbers(accounts, account -> account.balance().minorUnits());
        var versions = numbers(accounts, Account::version);
        var times = column(accounts, account -> LedgerColumn.toText(account.updatedAt()));
        if (limited.isEmpty()) {
            statements.write(accounts.size(), sql().updateAccounts, ids, balances, versions, times);
            return;
        }
        var totals = accounts.stream()
                .map(account -> totals(account.id(), changes.transactions()))
                .toList();
        statements.write(
                accounts.size(),
                sql().updateLimitedAccounts,
                ids,
                balances,
                versions,
                times,
                totals.stream()
                        .map(day -> day == null ? null : day.day().toString())
                        .toArray(String[]::new),
                totals.stream().map(day -> day == null ? null : day.staked()).toArray(Long[]::new),
                totals.stream().map(day -> day == null ? null : day.lost()).toArray(Long[]::new));
    }

    /** Returns what an account with limits has staked and lost after the batch; null for one without. */
    private @Nullable DayTotals totals(String accountId, Collection<StoredTransaction> transactions) {
        return limited.get(accountId) instanceof LimitedAccount account
                ? account.totalsAfter(transactions.stream()
                        .filter(transaction -> transaction.accountId().equals(accountId))
                        .toList())
                : null;
    }

    /**
     * Reads all partitions, on the connection of this unit: the unit has locked the id, so that no other one is about to commit a debit
     * under it.
     */
    @Override
    public Optional<StoredTransaction> findInOtherPartitions(String transactionId) {
        if (partition == null) {
            return Optional.empty();
        }
        servers.require(null);
        var found = new ArrayList<StoredTransaction>();
        var statements = pipeline();
        statements.read(
                MovementSql.PLAIN.readLedger,
                row -> found.add(LedgerColumn.read(row)),
                Collections.nCopies(4, new String[] {transactionId}).toArray());
        try {
            // A server that hangs and is not known to be down must not hold the other movements of this batch for long.
            var millis = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, MAX_MILLIS_IN_OTHER_PARTITIONS);
            statements.run(connection);
            connection.setNetworkTimeout(Runnable::run, millis);
        } catch (SQLException e) {
            throw rolledBack(e);
        }
        return found.stream()
                .filter(transaction -> transaction.transactionId().equals(transactionId))
                .findFirst();
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

    /**
     * Commits. A failure is known to have written nothing if the database rejected the commit, or a statement before it (D-29).
     */
    @Override
    public void commit() {
        try {
            if (remote) {
                var statements = unsent == null ? pipeline() : unsent;
                statements.commit();
                statements.run(connection);
            } else {
                connection.commit();
            }
            open = false;
            if (written != null) {
                database.history().answered(written);
            }
        } catch (SQLException e) {
            if (SqlFailures.isRolledBack(e.getSQLState()) || isAborted()) {
                throw rolledBack(e);
            }
            database.failed(e.getSQLState());
            throw new StoreException.Indeterminate("the outcome of the commit is unknown", e);
        }
    }

    /**
     * Returns true if the server says that the transaction has failed and was not ended yet. It was not committed then, however it
     * failed: after a commit, successful or not, there is no such transaction.
     */
    private boolean isAborted() {
        try (var statement = connection.createStatement()) {
            statement.execute("select 1");
            return false;
        } catch (SQLException e) {
            return SqlFailures.isInFailedTransaction(e.getSQLState());
        }
    }

    @Override
    public void close() {
        try (connection) {
            if (open) {
                connection.rollback();
            }
        } catch (SQLException e) {
            // The pool drops a broken connection, and the database rolls its transaction back.
            LOG.debug("a connection broke when it was returned to the pool", e);
        }
    }
}
