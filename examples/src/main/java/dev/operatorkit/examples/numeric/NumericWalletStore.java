package dev.operatorkit.examples.numeric;

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
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Implements {@link WalletStore} with decimal amounts and UUIDs on PostgreSQL. */
public final class NumericWalletStore implements WalletStore {
    /** SQL states of a serialization failure, a deadlock, and a key inserted by another unit of work meanwhile. */
    private static final Set<String> RETRYABLE_STATES = Set.of("40001", "40P01", "23505");

    private static final String LOCK_IDS = "select pg_advisory_xact_lock(hash) from"
            + " (select distinct hashtextextended(id, 0) as hash from unnest(?) as k(id) order by hash) hashes";

    private final DataSource source;

    /** Creates a store over the tables of {@code numeric-schema.sql}. */
    public NumericWalletStore(DataSource source) {
        this.source = source;
    }

    @Override
    public UnitOfWork begin() {
        try {
            var connection = source.getConnection();
            connection.setAutoCommit(false);
            return new NumericUnit(connection);
        } catch (SQLException e) {
            throw new RolledBack("no database connection", false, e);
        }
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        return orRolledBack(() -> new JdbcTemplate(source)
                .query("select * from wallet_entry where transaction_id = ?", Rows.ENTRY, transactionId).stream()
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

    private static final class NumericUnit implements UnitOfWork {
        private final Connection connection;
        private final JdbcTemplate sql;

        NumericUnit(Connection connection) {
            this.connection = connection;
            this.sql = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
        }

        @Override
        public Snapshot lockAndRead(ReadRequest request) {
            return orRolledBack(() -> {
                var ids = request.transactionIds().toArray(String[]::new);
                var accounts =
                        request.accountIds().stream().filter(Rows::isAccountId).toArray(String[]::new);
                var keys = request.roundKeys().stream()
                        .filter(key -> Rows.isAccountId(key.accountId()))
                        .toList();
                sql.execute("set local lock_timeout = '2s'");
                sql.query(LOCK_IDS, row -> {}, (Object) ids);
                return new Snapshot(
                        rows(
                                Account::id,
                                Rows.ACCOUNT,
                                "select * from wallet_account where account_id = any(?::uuid[])"
                                        + " order by account_id for update",
                                (Object) accounts),
                        rows(
                                StoredTransaction::transactionId,
                                Rows.ENTRY,
                                "select * from wallet_entry where transaction_id = any(?)",
                                (Object) ids),
                        rows(
                                settlement -> String.valueOf(settlement.referenceTransactionId()),
                                Rows.ENTRY,
                                "select * from wallet_entry where bet_id = any(?)",
                                (Object) ids),
                        rows(
                                Round::key,
                                Rows.ROUND,
                                "select r.* from wallet_round r join unnest(?::uuid[], ?) as k(account_id, round_id)"
                                        + " using (account_id, round_id)",
                                texts(keys, Round.Key::accountId),
                                texts(keys, Round.Key::gameRoundId)));
            });
        }

        private <K, V> Map<K, V> rows(Function<V, K> key, RowMapper<V> mapper, String query, Object... values) {
            return sql.query(query, mapper, values).stream().collect(Collectors.toMap(key, row -> row));
        }

        private static <T> String[] texts(Collection<T> all, Function<T, String> text) {
            return all.stream().map(text).toArray(String[]::new);
        }

        @Override
        public void write(Changes changes) {
            orRolledBack(() -> {
                changes.accounts().forEach(this::update);
                changes.newRounds()
                        .forEach(round -> sql.update(
                                "insert into wallet_round values (?::uuid, ?, ?, ?)",
                                round.key().accountId(),
                                round.key().gameRoundId(),
                                round.debitTransactionId(),
                                round.state().name()));
                changes.closedRounds()
                        .forEach(round -> sql.update(
                                "update wallet_round set state = ? where account_id = ?::uuid and round_id = ?",
                                round.state().name(),
                                round.key().accountId(),
                                round.key().gameRoundId()));
                changes.transactions().forEach(this::insert);
                return true;
            });
        }

        private void update(Account account) {
            sql.update(
                    "update wallet_account set balance = ?, version = ?, updated_at = ? where account_id = ?::uuid",
                    Rows.decimal(account.balance()),
                    account.version(),
                    Rows.timestamp(account.updatedAt()),
                    account.id());
        }

        private void insert(StoredTransaction entry) {
            sql.update(
                    "insert into wallet_entry values (?, ?, ?, ?::uuid, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    UUID.fromString(entry.operatorTransactionId()),
                    entry.transactionId(),
                    entry.kind().name(),
                    entry.accountId(),
                    entry.gameRoundId(),
                    entry.referenceTransactionId(),
                    entry.amount().currency().code(),
                    Rows.decimal(entry.amount()),
                    Rows.decimal(entry.balanceAfter()),
                    entry.accountVersion(),
                    Rows.reason(entry.reason()),
                    entry.bodyHash(),
                    Rows.timestamp(entry.createdAt()));
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
