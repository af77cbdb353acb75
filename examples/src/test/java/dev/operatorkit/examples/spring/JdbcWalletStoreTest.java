package dev.operatorkit.examples.spring;

import dev.operatorkit.examples.Postgres;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.WalletStoreContract;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** The store of one's own keeps the contract: races, lost commits and all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JdbcWalletStoreTest extends WalletStoreContract {
    private final DataSource source = new DriverManagerDataSource(Postgres.url());

    @BeforeAll
    void createTables() {
        DatabasePopulatorUtils.execute(new ResourceDatabasePopulator(new ClassPathResource("schema.sql")), source);
    }

    @Override
    protected WalletStore store() {
        return new JdbcWalletStore(source);
    }

    @Override
    protected void open(String accountId, Money balance) {
        new JdbcTemplate(source)
                .update(
                        "insert into account values (?, 'Somebody', ?, ?, 0, now())",
                        accountId,
                        balance.currency().code(),
                        balance.minor());
    }
}
