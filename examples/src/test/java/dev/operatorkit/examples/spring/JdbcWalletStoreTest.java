package dev.operatorkit.examples.spring;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.examples.Postgres;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.WalletStoreContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs the store contract, races and lost commits included, against the example store. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JdbcWalletStoreTest extends WalletStoreContract {
    @AutoClose
    private final HikariDataSource source = Postgres.pool("schema.sql");

    @Override
    protected WalletStore createStore() {
        return new JdbcWalletStore(source);
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        new JdbcTemplate(source)
                .update(
                        "insert into account values (?, 'A player', ?, ?, 0, now())",
                        accountId,
                        balance.currency().code(),
                        balance.minorUnits());
    }
}
