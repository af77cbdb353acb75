package dev.operatorkit.examples.spring;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.examples.Postgres;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.PostingStoreContract;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs the contract of postings against the example's tables: one lock and one chain with the movements. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JdbcPostingsTest extends PostingStoreContract {
    @AutoClose
    private final HikariDataSource source = Postgres.pool("schema.sql");

    private final JdbcTemplate sql = new JdbcTemplate(source);
    private final TransactionTemplate transactions = new TransactionTemplate(new DataSourceTransactionManager(source));

    @Override
    protected WalletStore createWalletStore() {
        return new JdbcWalletStore(source);
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        sql.update(
                "insert into account values (?, 'A player', ?, ?, 0, now())",
                accountId,
                balance.currency().code(),
                balance.minorUnits());
    }

    @Override
    protected <T> T runInTransaction(Function<PostingStore, T> work) {
        return Objects.requireNonNull(transactions.execute(status -> work.apply(new JdbcPostings(sql))));
    }
}
