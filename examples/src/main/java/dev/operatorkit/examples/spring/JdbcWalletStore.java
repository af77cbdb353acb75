package dev.operatorkit.examples.spring;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException.Indeterminate;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Implements {@link WalletStore} with the operator's own tables on PostgreSQL, using Spring's {@link JdbcTemplate}. */
public final class JdbcWalletStore implements WalletStore {
    /** SQL states of a serialization failure, a deadlock, and a key inserted by another unit of work meanwhile. */
    private static final Set<String> RETRYABLE_STATES = Set.of("40001", "40P01", "23505");

    private static final String LOCK_IDS = "select pg_advisory_xact_lock(hash) from"
            + " (select distinct hashtextextended(id, 0) as hash from unnest(?) as k(id) order by hash) hashes";

    private final DataSource source;

    /** Creates a store over the tables of {@code schema.sql}. */
    public JdbcWalletStore(DataSource source) {
        this.source = source;
    }

    @Override
    public UnitOfWork begin() {
        try {
            var connection = source.getConnection();
            connection.setAutoCommit(false);
            return new JdbcUnit(connection);
        } catch (SQLException e) {
            throw new RolledBack("no database connection", false, e);
        }
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        return orRolledBack(() -> new JdbcTemplate(source)
                .query("select * from movement where transaction_id = ?", Columns.MOVEMENT, transactionId).stream()
                        .findFirst());
    }

    private static <T> T orRolledBack(Supplier<T> work) {
        try {
            return work.get();
        } catch (DataAccessException e) {
            var retryable = e.getMostSpecificCause() instanceof SQLException sql
                    && RETRYABLE_STATES.contains(String.valueOf(sql.getSQLState()));
            throw new RolledBack("the database rejected a statement", retryable, e);
        }
    }

    private static final class JdbcUnit implements UnitOfWork {
        private final Connection connection;
        private final JdbcTemplate sql;

        JdbcUnit(Connection connection) {
            this.connection = connection;
            this.sql = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
        }

        @Override
        public Snapshot lockAndRead(ReadRequest request) {
            return orRolledBack(() -> {
                var ids = texts(request.transactionIds(), id -> id);
                // Lock first and in a fixed order; the later statements then see all that was committed before. No key
                // covers a rollback of an unknown debit and a debit of another account under its id, hence the first
                // lock.
                sql.execute("set local lock_timeout = '2s'");
                sql.query(LOCK_IDS, row -> {}, (Object) ids);
                var accounts = sql.query(
                        "select * from account where id = any(?) order by id for update", Columns.ACCOUNT, (Object)
                                texts(request.accountIds(), id -> id));
                var rounds = sql.query(
                        "select r.* from game_round r join unnest(?, ?) as k(account_id, game_round_id)"
                                + " using (account_id, game_round_id)",
                        Columns.ROUND,
                        texts(request.roundKeys(), Round.Key::accountId),
                        texts(request.roundKeys(), Round.Key::gameRoundId));
                return new Snapshot(
                        by(Account::id, accounts),
                        by(
                                StoredTransaction::transactionId,
                                sql.query(
                                        "select * from movement where transaction_id = any(?)",
                                        Columns.MOVEMENT,
                                        (Object) ids)),
                        by(
                                settlement -> String.valueOf(settlement.referenceTransactionId()),
                                sql.query(
                                        "select * from movement where reference_id = any(?)", Columns.MOVEMENT, (Object)
                                                ids)),
                        by(Round::key, rounds));
            });
        }

        private static <T> String[] texts(Collection<T> all, Function<T, String> text) {
            return all.stream().map(text).toArray(String[]::new);
        }

        private static <K, V> Map<K, V> by(Function<V, K> key, Collection<V> rows) {
            return rows.stream().collect(Collectors.toMap(key, row -> row));
        }

        @Override
        public void write(Changes changes) {
            orRolledBack(() -> {
                changes.accounts().forEach(this::update);
                changes.newRounds()
                        .forEach(round -> sql.update(
                                "insert into game_round values (?, ?, ?, ?)",
                                round.key().accountId(),
                                round.key().gameRoundId(),
                                round.debitTransactionId(),
                                round.state().name()));
                changes.closedRounds()
                        .forEach(round -> sql.update(
                                "update game_round set state = ? where account_id = ? and game_round_id = ?",
                                round.state().name(),
                                round.key().accountId(),
                                round.key().gameRoundId()));
                changes.transactions().forEach(this::insert);
                return true;
            });
        }

        private void update(Account account) {
            sql.update(
                    "update account set balance = ?, version = ?, updated_at = ? where id = ?",
                    account.balance().minorUnits(),
                    account.version(),
                    Columns.timestamp(account.updatedAt()),
                    account.id());
        }

        private void insert(StoredTransaction movement) {
            sql.update(
                    "insert into movement values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    movement.transactionId(),
                    movement.kind().name(),
                    movement.accountId(),
                    movement.gameRoundId(),
                    movement.referenceTransactionId(),
                    movement.operatorTransactionId(),
                    movement.amount().currency().code(),
                    movement.amount().minorUnits(),
                    movement.balanceAfter().minorUnits(),
                    movement.accountVersion(),
                    movement.reason(),
                    movement.bodyHash(),
                    Columns.timestamp(movement.createdAt()));
            // In the same transaction, so that there is a row for each movement that is committed and for no other.
            sql.update(
                    "insert into outbox (account_id, account_version, event) values (?, ?, ?)",
                    movement.accountId(),
                    movement.accountVersion(),
                    movement.kind() + " of " + movement.amount());
        }

        @Override
        public void commit() {
            try {
                connection.commit();
            } catch (SQLException e) {
                var state = String.valueOf(e.getSQLState());
                if (state.startsWith("40") || state.startsWith("23")) {
                    throw new RolledBack("the commit was rejected", RETRYABLE_STATES.contains(state), e);
                }
                throw new Indeterminate("the outcome of the commit is unknown", e);
            }
        }

        @Override
        public void close() {
            try (connection) {
                connection.rollback();
            } catch (SQLException e) {
                // The connection is broken, and the server rolls back whatever it had not committed.
                System.getLogger("wallet").log(System.Logger.Level.DEBUG, "the rollback of a unit of work failed", e);
            }
        }
    }
}
