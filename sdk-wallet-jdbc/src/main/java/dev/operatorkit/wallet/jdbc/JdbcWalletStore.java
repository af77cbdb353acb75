package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import dev.operatorkit.wallet.WalletStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the movements of a wallet in PostgreSQL, MariaDB, MySQL or H2, with a few statements and one commit for a batch of any size
 * (IDM-3). It moves the balances of the operator's own table, and keeps ledger and rounds in the tables of {@link WalletSchema}, in the
 * same database and the same transaction. Safe for use by several threads.
 *
 * <pre>{@code
 * WalletSchema.create(dataSource);
 * var store = JdbcWalletStore.builder(dataSource)
 *         .accounts(AccountTable.named("player_wallet").id("player_id").balance("cash", Amounts.DECIMAL))
 *         .build();
 * }</pre>
 *
 * <p>The data source should be a pool: a unit of work takes a connection and returns it. A pool whose connections have auto-commit off saves
 * two round trips for each unit on MariaDB and MySQL.
 */
public final class JdbcWalletStore implements WalletStore {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWalletStore.class);

    private final DataSource movements;
    private final DataSource lookups;
    private final Dialect dialect;
    private final AccountTable table;
    private final StoredRows rows;
    private final MovementSql plain;
    private final MovementSql partitioned;
    private final @Nullable Partitioning partitioning;
    private final StoreListener listener;
    private final @Nullable MovementWriter writer;
    private final BooleanSupplier down;
    private final boolean ownSettings;
    private final AtomicBoolean lastBatchAllReplays = new AtomicBoolean();

    private JdbcWalletStore(Builder builder) {
        movements = builder.movements;
        lookups = builder.lookups;
        table = builder.accounts;
        partitioning = builder.partitioning;
        listener = builder.listener;
        writer = builder.writer;
        down = builder.down;
        ownSettings = builder.ownSettings;
        String player;
        try (var connection = lookups.getConnection()) {
            dialect = Dialect.of(connection);
            var tables = new TableCheck(connection, dialect, table, partitioning == null ? null : partitioning.column())
                    .tables(builder.prefix, builder.columns);
            rows = new StoredRows(dialect, tables);
            plain = new MovementSql(dialect, tables, null);
            partitioned = partitioning == null ? plain : new MovementSql(dialect, tables, partitioning.column());
            player = anyAccount(connection);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The tables of the wallet could not be read: " + e.getMessage(), e);
        }
        if (partitioning == null && builder.trial) {
            tryTables(player);
        }
    }

    private void tryTables(String player) {
        try {
            SchemaTrial.run(movements, this, player);
        } catch (SQLException e) {
            throw new IllegalStateException("The tables of the wallet could not be tried: " + e.getMessage(), e);
        }
    }

    /** Returns the id of an account, or of none if there is none. */
    private String anyAccount(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var any = statement.executeQuery("select " + table.id + " from " + table.table + " limit 1")) {
            return any.next() ? any.getString(1) : "trial";
        }
    }

    /** Begins a store in this database. */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    @Override
    public int partition(String accountId) {
        return partitioning == null ? 0 : partitioning.of(accountId);
    }

    @Override
    public Placement placement() {
        return partitioning == null ? Placement.ONE_SERVER : partitioning;
    }

    @Override
    public UnitOfWork begin() {
        requireDatabase();
        Connection connection = null;
        try {
            connection = movements.getConnection();
            return new JdbcUnit(connection, this, writer);
        } catch (SQLException e) {
            close(connection);
            throw StoreException.rolledBack("no database connection", e);
        }
    }

    private static void close(@Nullable Connection broken) {
        if (broken != null) {
            try {
                broken.close();
            } catch (SQLException e) {
                LOG.debug("a broken connection could not be closed", e);
            }
        }
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        requireAllPartitions();
        // Without the partition there may be several: an id may be used in two of them (D-52).
        return find(transactionId, null);
    }

    @Override
    public Optional<StoredTransaction> findTransaction(TransactionLookup lookup) {
        return partitioning == null
                ? find(lookup.transactionId(), null)
                : partitioning.read(
                        lookup.accountId(), () -> find(lookup.transactionId(), partitioning.of(lookup.accountId())));
    }

    /**
     * Returns a store for {@link dev.operatorkit.wallet.Postings} on a connection whose transaction you have begun and will end: deposits,
     * withdrawals and corrections then share the lock and the chain of the movements. If it throws, roll your whole transaction back, and repeat
     * it from its beginning. Use read committed.
     */
    public PostingStore postings(Connection transaction) {
        return new JdbcPostings(transaction, dialect, plain, rows);
    }

    /** Returns an account as it is now, without a lock, for a {@link dev.operatorkit.wallet.PlayerDirectory}. */
    public Optional<Account> findAccount(String accountId) {
        var accounts = new LockedAccounts(rows);
        var partition = partitioning == null ? null : partitioning.of(accountId);
        var statements = new StatementPipeline(dialect, partition);
        var sql = sql(partition);
        accounts.read(List.of(accountId), Map.of(), sql.readAccounts, sql.readVersions, statements);
        run(statements);
        return Optional.ofNullable(accounts.accounts().get(accountId));
    }

    private Optional<StoredTransaction> find(String transactionId, @Nullable Integer partition) {
        var ids = new String[] {transactionId};
        var found = new StoredTransaction[1];
        var statements = new StatementPipeline(dialect, partition);
        statements.read(sql(partition).find, row -> found[0] = LedgerColumn.read(dialect, row), ids, ids);
        run(statements);
        return Optional.ofNullable(found[0]);
    }

    private void run(StatementPipeline lookup) {
        requireDatabase();
        try (var connection = lookups.getConnection()) {
            lookup.run(connection);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw SqlFailures.rolledBack(e);
        }
    }

    /**
     * Refuses while the database is down. This holds for the look-up after a commit with an unknown outcome too (D-29): a row that is
     * there while no commit passes may be on one of two servers only, and must not be reported as stored.
     */
    private void requireDatabase() {
        if (down.getAsBoolean()) {
            throw StoreException.rolledBack("the database is not available", null);
        }
    }

    /** Refuses while a server of any partition is down. */
    void requireAllPartitions() {
        if (partitioning != null) {
            partitioning.requireAll();
        }
    }

    /** Returns the partition of all of these accounts; null if there are none, for a read of all partitions. */
    @Nullable
    Integer partitionOf(Collection<String> accountIds) {
        if (partitioning == null) {
            return null;
        }
        var found = accountIds.stream().map(partitioning::of).distinct().toList();
        if (found.size() > 1) {
            throw new IllegalArgumentException("One read names accounts of the partitions " + found + ".");
        }
        if (found.isEmpty()) {
            partitioning.requireAll();
            return null;
        }
        partitioning.require(found.get(0));
        return found.get(0);
    }

    MovementSql sql(@Nullable Integer partition) {
        return partition == null ? plain : partitioned;
    }

    @Nullable
    Partitioning partitioning() {
        return partitioning;
    }

    Dialect dialect() {
        return dialect;
    }

    AccountTable table() {
        return table;
    }

    StoredRows rows() {
        return rows;
    }

    StoreListener listener() {
        return listener;
    }

    boolean hasOwnSettings() {
        return ownSettings;
    }

    /** Is true when the last batch contained only replays, since the next one usually does too. */
    AtomicBoolean lastBatchAllReplays() {
        return lastBatchAllReplays;
    }

    /** Builds a store. */
    public static final class Builder {
        private final DataSource movements;
        private DataSource lookups;
        private String prefix = WalletSchema.PREFIX;
        private AccountTable accounts = AccountTable.named("accounts");
        private @Nullable AccountColumns<?> columns;
        private @Nullable Partitioning partitioning;
        private StoreListener listener = new StoreListener() {};
        private @Nullable MovementWriter writer;
        private BooleanSupplier down = () -> false;
        private boolean ownSettings;
        private boolean trial = true;

        private Builder(DataSource dataSource) {
            movements = dataSource;
            lookups = dataSource;
        }

        /** Sets the table of the accounts. */
        public Builder accounts(AccountTable table) {
            accounts = table;
            return this;
        }

        /** Sets the text before the names of the ledger's tables, {@value WalletSchema#PREFIX} by default; {@code casino.} names a schema. */
        public Builder prefix(String text) {
            prefix = WalletSchema.requirePrefix(text);
            return this;
        }

        /** Reads and writes further columns of the accounts, for a {@link dev.operatorkit.wallet.DebitPolicy}. */
        public Builder columns(AccountColumns<?> ofAccount) {
            columns = ofAccount;
            return this;
        }

        /** Writes further rows in the transaction of the movements. */
        public Builder movementWriter(MovementWriter ofRows) {
            writer = ofRows;
            return this;
        }

        /** Takes the connections for look-ups from another pool, so that movements cannot hold them all. */
        public Builder lookups(DataSource dataSource) {
            lookups = dataSource;
            return this;
        }

        /** Spreads the rows over the servers of a distributed database. */
        public Builder partitioning(Partitioning ofAccounts) {
            partitioning = ofAccounts;
            return this;
        }

        /** Observes failures and commits. */
        public Builder listener(StoreListener observer) {
            listener = observer;
            return this;
        }

        /** Refuses to try the database while this is true, such as a circuit breaker. */
        public Builder refuseWhile(BooleanSupplier isDown) {
            down = isDown;
            return this;
        }

        /** Leaves the time limits and the planner of PostgreSQL as the connections have them; otherwise each unit of work sets them. */
        public Builder connectionsHaveSettings() {
            ownSettings = true;
            return this;
        }

        /** Leaves out the trial of the tables, for a further store on tables that are known to be right. */
        public Builder withoutTrial() {
            trial = false;
            return this;
        }

        /**
         * Reads the types of the columns, plays rounds on the tables in a transaction that is rolled back, and returns the store.
         *
         * @throws IllegalArgumentException if a column or a table cannot be used, with a sentence that says why
         * @throws IllegalStateException if the tables could not be read
         */
        public JdbcWalletStore build() {
            return new JdbcWalletStore(this);
        }
    }
}
