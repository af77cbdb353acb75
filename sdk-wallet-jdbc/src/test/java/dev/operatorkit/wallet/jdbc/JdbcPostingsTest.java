package dev.operatorkit.wallet.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.PostingStoreContract;
import dev.operatorkit.wallet.testkit.StoreCapacity;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the contract of postings: one lock and one chain with the movements, with and without a column for the version. */
@ParameterizedClass
@CsvSource({"POSTGRESQL, UUID_DECIMAL", "H2, TEXT_MINOR_VERSIONED", "MARIADB, TEXT_MINOR"})
class JdbcPostingsTest extends PostingStoreContract {
    private final Mapping mapping;

    private final HikariDataSource source;
    private final JdbcWalletStore store;

    JdbcPostingsTest(Server server, Mapping mapping) {
        this.mapping = mapping;
        this.source = mapping.shared(server);
        this.store = mapping.store(source);
    }

    @Override
    protected StoreCapacity capacity() {
        return mapping.capacity();
    }

    @Override
    protected WalletStore createWalletStore() {
        return store;
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        mapping.openAccount(source, accountId, balance);
    }

    @Override
    protected <T> T runInTransaction(Function<PostingStore, T> work) {
        try (var connection = source.getConnection()) {
            connection.setAutoCommit(false);
            // As the documents ask: at repeatable read MariaDB locks the gap of an account that has no version yet.
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            try {
                var result = work.apply(store.postings(connection));
                connection.commit();
                return result;
            } catch (RuntimeException e) {
                connection.rollback();
                throw e;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
