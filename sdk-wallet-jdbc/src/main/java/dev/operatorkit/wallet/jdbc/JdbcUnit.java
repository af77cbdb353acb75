package dev.operatorkit.wallet.jdbc;

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a unit of work as one database transaction: the {@link MovementSql} in order, each statement once per batch. */
final class JdbcUnit implements UnitOfWork {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcUnit.class);
    /** Limits the wait for a lock. */
    static final int MAX_LOCK_SECONDS = 2;

    private static final int LOCK_ATTEMPTS = 20;
    private static final int MAX_MILLIS_IN_OTHER_PARTITIONS = 2_000;

    /** Bounds the waits of this transaction, and leaves only plans that do not scan tables which were empty when they were made. */
    private static final String SETTINGS = "select set_config('lock_timeout', '" + MAX_LOCK_SECONDS + "s', true),"
            + " set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)";

    /** Sets the isolation level of a transaction that locks no account; must be its first statement. */
    private static final String READ_COMMITTED = "set transaction isolation level read committed";

    private final Connection connection;
    private final JdbcWalletStore store;
    private final Dialect dialect;
    private final @Nullable MovementWriter writer;
    private final LockedAccounts accounts;
    private @Nullable Integer partition;
    private @Nullable StatementPipeline unsent;
    private @Nullable String written;
    private boolean open = true;
    private final boolean commitsByItself;
    private final long began = System.nanoTime();

    /**
     * Creates a unit of work on a connection, whose auto-commit it turns off until it is closed.
     *
     * @param writer writes further rows; null if there are none
     */
    JdbcUnit(Connection connection, JdbcWalletStore store, @Nullable MovementWriter writer) throws SQLException {
        this.connection = connection;
        this.store = store;
        this.writer = writer;
        this.dialect = store.dialect();
        this.accounts = new LockedAccounts(store.rows());
        this.commitsByItself = connection.getAutoCommit();
        if (commitsByItself) {
            connection.setAutoCommit(false);
        }
        beginToRead();
    }

    private StoreException.RolledBack rolledBack(SQLException e) {
        store.listener().failed(e.getSQLState());
        return SqlFailures.rolledBack(e);
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
                if (!isFirst || attempt == LOCK_ATTEMPTS || !SqlFailures.isCollision(e)) {
                    throw rolledBack(e);
                }
                rollback();
            } catch (IllegalStateException | ArithmeticException e) {
                throw StoreException.rolledBack(e.getMessage() == null ? e.toString() : e.getMessage(), e);
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
        return store.sql(partition);
    }

    private StatementPipeline pipeline() {
        return new StatementPipeline(dialect, partition);
    }

    private void rollback() {
        try {
            connection.rollback();
            beginToRead();
        } catch (SQLException e) {
            throw rolledBack(e);
        }
    }

    /** Sets what holds for the next transaction only, and so again after each that was rolled back. */
    private void beginToRead() throws SQLException {
        if (dialect == Dialect.MYSQL) {
            readWhatTheLocksWaitedFor();
        }
    }

    private Snapshot read(ReadRequest request) throws SQLException {
        partition = store.partitionOf(request.accountIds());
        var sql = sql();
        var snapshot = Snapshot.builder()
                .accounts(accounts.accounts())
                .transactions(new HashMap<>())
                .settlements(new HashMap<>())
                .rounds(new HashMap<>())
                .policyData(accounts.policyData())
                .build();
        var ids = ColumnType.TEXT.column(request.transactionIds(), id -> id);
        if (dialect == Dialect.POSTGRESQL && request.accountIds().isEmpty()) {
            readWhatTheLocksWaitedFor();
        }
        if (store.lastBatchAllReplays().get() && allStored(request, snapshot, ids)) {
            return snapshot;
        }
        var statements = pipeline();
        if (dialect == Dialect.POSTGRESQL && !store.hasOwnSettings()) {
            statements.run(SETTINGS);
        }
        var unlocked = lockIds(request.transactionIds(), statements);
        accounts.lock(request.accountIds(), snapshot.transactions(), sql, statements);
        if (ids.length > 0) {
            statements.read(sql.readLedger, row -> readKnown(row, request, snapshot), ids, ids, ids, ids);
        }
        if (!request.roundKeys().isEmpty()) {
            statements.read(
                    sql.readRounds,
                    row -> {
                        var round = StoredRows.round(row);
                        if (round != null) {
                            snapshot.rounds().put(round.key(), round);
                        }
                    },
                    ColumnType.TEXT.column(request.roundKeys(), Round.Key::accountId),
                    ColumnType.TEXT.column(request.roundKeys(), Round.Key::gameRoundId));
        }
        statements.run(connection);
        if (!unlocked.isEmpty()) {
            throw new IllegalStateException(
                    "The table id_locks lacks rows, so that ids cannot be locked. Run the migrations.");
        }
        store.lastBatchAllReplays()
                .set(ids.length > 0 && snapshot.transactions().size() == ids.length);
        return snapshot;
    }

    /** Locks ids, and returns the slots that turn out to be missing when the statements have run. */
    private Set<Long> lockIds(Collection<String> ids, StatementPipeline statements) {
        if (!dialect.locksRowsForIds()) {
            if (!ids.isEmpty()) {
                statements.read(sql().lockIds, row -> {}, ColumnType.TEXT.column(ids, id -> id));
            }
            return Set.of();
        }
        var slots = new TreeSet<>(ids.stream().map(dialect::slot).toList());
        if (!slots.isEmpty()) {
            statements.read(
                    sql().lockIds,
                    MAX_LOCK_SECONDS,
                    row -> slots.remove(row.getLong(1)),
                    ColumnType.NUMBER.column(slots, slot -> slot));
        }
        return slots;
    }

    /**
     * Lets each statement of this transaction read what was committed before it. At a higher isolation level all would read what was
     * committed before the wait for the lock of an id, and no lock of an account reports that it has changed.
     */
    private void readWhatTheLocksWaitedFor() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(READ_COMMITTED);
        }
    }

    /** Reads a batch of replays only: it needs no lock, balance or round, since the stored responses suffice (IDM-2). */
    private boolean allStored(ReadRequest request, Snapshot snapshot, Object[] ids) throws SQLException {
        if (ids.length == 0) {
            return false;
        }
        var statements = pipeline();
        statements.read(sql().readStored, row -> readKnown(row, request, snapshot), ids);
        statements.run(connection);
        return snapshot.transactions().size() == ids.length;
    }

    private void readKnown(ResultSet row, ReadRequest request, Snapshot snapshot) throws SQLException {
        var found = LedgerColumn.read(dialect, row);
        if (request.transactionIds().contains(found.transactionId())) {
            snapshot.transactions().put(found.transactionId(), found);
        }
        var reference = found.referenceTransactionId();
        if (reference != null && request.transactionIds().contains(reference)) {
            snapshot.settlements().put(reference, found);
        }
    }

    /** Writes the changes; on PostgreSQL the last ones are sent together with the commit. */
    @Override
    public void write(Changes changes) {
        changes.transactions().stream().findFirst().ifPresent(first -> written = first.transactionId());
        var statements = pipeline();
        try {
            insertRounds(changes, statements);
            statements.write(
                    changes.transactions().size(),
                    sql().insertLedger,
                    LedgerColumn.parameters(dialect, changes.transactions()));
            closeRounds(changes.closedRounds(), statements);
            if (writer != null && !changes.transactions().isEmpty()) {
                writer.write(connection, changes.transactions());
            }
            accounts.write(changes.accounts(), changes.transactions(), sql(), statements);
            if (dialect.isPipelined() && !statements.isEmpty()) {
                unsent = statements;
                return;
            }
            statements.run(connection);
        } catch (IllegalStateException | ArithmeticException e) {
            throw StoreException.rolledBack("the changes do not fit what is stored: " + e.getMessage(), e);
        } catch (SQLException e) {
            throw rolledBack(e);
        }
    }

    private void insertRounds(Changes changes, StatementPipeline statements) {
        var openedAtByDebit = new HashMap<String, String>();
        for (var transaction : changes.transactions()) {
            var reference = transaction.referenceTransactionId();
            openedAtByDebit.putIfAbsent(
                    reference == null ? transaction.transactionId() : reference, dialect.time(transaction.createdAt()));
        }
        var rounds = changes.newRounds();
        statements.write(
                rounds.size(),
                sql().insertRounds,
                ColumnType.TEXT.column(rounds, round -> round.key().accountId()),
                ColumnType.TEXT.column(rounds, round -> round.key().gameRoundId()),
                ColumnType.TEXT.column(rounds, Round::debitTransactionId),
                ColumnType.TEXT.column(rounds, round -> round.state().name()),
                ColumnType.TIME.column(rounds, round -> openedAtByDebit.get(round.debitTransactionId())));
    }

    private void closeRounds(Collection<Round> rounds, StatementPipeline statements) {
        statements.write(
                rounds.size(),
                sql().closeRounds,
                ColumnType.TEXT.column(rounds, round -> round.key().accountId()),
                ColumnType.TEXT.column(rounds, round -> round.key().gameRoundId()),
                ColumnType.TEXT.column(rounds, round -> round.state().name()));
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
        store.requireAllPartitions();
        var found = new ArrayList<StoredTransaction>();
        var statements = new StatementPipeline(dialect, null);
        var ids = new String[] {transactionId};
        statements.read(
                store.sql(null).readLedger, row -> found.add(LedgerColumn.read(dialect, row)), ids, ids, ids, ids);
        try {
            // A server that hangs and is not known to be down must not hold the other movements of this batch for long.
            var millis = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, MAX_MILLIS_IN_OTHER_PARTITIONS);
            try {
                statements.run(connection);
            } finally {
                connection.setNetworkTimeout(Runnable::run, millis);
            }
        } catch (SQLException e) {
            throw rolledBack(e);
        }
        return found.stream()
                .filter(transaction -> transaction.transactionId().equals(transactionId))
                .findFirst();
    }

    /**
     * Commits. A failure is known to have written nothing if the database rejected the commit, or a statement before it (D-29).
     */
    @Override
    public void commit() {
        try {
            if (dialect.isPipelined()) {
                var statements = unsent == null ? pipeline() : unsent;
                statements.run("commit"); // reached only if every statement before it has succeeded
                statements.run(connection);
            } else {
                connection.commit();
            }
            open = false;
            if (written != null) {
                store.listener().committed(written, Duration.ofNanos(System.nanoTime() - began));
            }
        } catch (SQLException e) {
            if (SqlFailures.isRolledBack(e) || isAborted()) {
                throw rolledBack(e);
            }
            store.listener().failed(e.getSQLState());
            throw StoreException.outcomeUnknown("the outcome of the commit is unknown", e);
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
            return SqlFailures.isInFailedTransaction(e);
        }
    }

    @Override
    public void close() {
        try (connection) {
            if (open) {
                connection.rollback();
            }
            if (commitsByItself) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            // The pool drops a broken connection, and the database rolls its transaction back.
            LOG.debug("a connection broke when it was returned to the pool", e);
        }
    }
}
