package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.wallet.StoredTransaction;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads further columns of an account's row, under its lock, for a {@link dev.operatorkit.wallet.DebitPolicy}, such as limits, and writes those
 * that its movements change, such as what was staked today. Called concurrently for different accounts.
 *
 * @param <T> the type of the data, which the policy gets
 */
public interface AccountColumns<T> {
    /** Names the columns to read. */
    List<String> names();

    /**
     * Reads the columns of an account, of which the first has this position; null if no policy needs them.
     *
     * @param known the transactions that the unit of work reads, which are complete once it has read everything
     */
    @Nullable
    T read(ResultSet row, int first, Map<String, StoredTransaction> known) throws SQLException;

    /** Lists the columns to write. */
    List<Written> written();

    /**
     * Names a column to write.
     *
     * @param column none that the store writes itself
     * @param type VARCHAR for a {@link String}, BIGINT for a {@link Long}, or DATE for a {@link java.time.LocalDate}
     */
    record Written(String column, JDBCType type) {
        public Written {
            Objects.requireNonNull(column, "column");
            Objects.requireNonNull(type, "type");
        }
    }

    /**
     * Returns the values of the columns to write after these transactions of the account, one for each of {@link #written} and in its order.
     *
     * @param applied may be empty: a store tries this method with an account when it is built
     */
    List<? extends @Nullable Object> valuesAfter(T data, Collection<StoredTransaction> applied);
}
