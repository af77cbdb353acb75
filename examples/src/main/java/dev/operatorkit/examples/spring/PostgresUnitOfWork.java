package dev.operatorkit.examples.spring;

import dev.operatorkit.wallet.StoreException.Indeterminate;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.WalletStore.UnitOfWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Implements what a unit of work on PostgreSQL needs with any tables: its transaction, the locks of ids, and the
 * meaning of failures.
 */
public abstract class PostgresUnitOfWork implements UnitOfWork {
    /** SQL states of a serialization failure, a deadlock, and a key inserted by another unit of work meanwhile. */
    private static final Set<String> RETRYABLE_STATES = Set.of("40001", "40P01", "23505");

    private static final String LOCK_IDS = "select pg_advisory_xact_lock(hash) from"
            + " (select distinct hashtextextended(id, 0) as hash from unnest(?) as k(id) order by hash) hashes";

    private final Connection connection;
    private final JdbcTemplate sql;

    /** Begins a transaction. */
    protected PostgresUnitOfWork(DataSource source) {
        try {
            connection = source.getConnection();
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw new RolledBack("no database connection", false, e);
        }
        sql = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
    }

    /** Returns access to the transaction. */
    protected final JdbcTemplate sql() {
        return sql;
    }

    /**
     * Locks ids, stored or not, in a fixed order. Later statements then see all that was committed before. No key covers a
     * rollback of an unknown debit and a debit of another account under its id (D-25), only this lock.
     */
    protected final void lock(Collection<String> ids) {
        sql.execute("set local lock_timeout = '2s'");
        sql.query(LOCK_IDS, row -> {}, (Object) ids.toArray(String[]::new));
    }

    /** Returns the rows of a query by their keys. */
    protected final <K, V> Map<K, V> rows(Function<V, K> key, RowMapper<V> mapper, String query, Object... values) {
        return sql.query(query, mapper, values).stream().collect(Collectors.toMap(key, row -> row));
    }

    /** Returns one text of each element, as an array of PostgreSQL. */
    protected static <T> String[] texts(Collection<T> all, Function<T, String> text) {
        return all.stream().map(text).toArray(String[]::new);
    }

    /** Returns the result of statements before the commit: if one fails, nothing was or will be written. */
    public static <T> T orRolledBack(Supplier<T> statements) {
        try {
            return statements.get();
        } catch (DataAccessException e) {
            var retryable = e.getMostSpecificCause() instanceof SQLException cause
                    && RETRYABLE_STATES.contains(String.valueOf(cause.getSQLState()));
            throw new RolledBack("the database rejected a statement", retryable, e);
        }
    }

    @Override
    public final void commit() {
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
    public final void close() {
        try (connection) {
            connection.rollback();
        } catch (SQLException e) {
            // The connection is broken, and the server rolls back everything that it had not committed.
            System.getLogger("wallet").log(System.Logger.Level.DEBUG, "the rollback of a unit of work failed", e);
        }
    }
}
