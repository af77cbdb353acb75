package dev.operatorkit.examples.numeric;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.examples.Postgres;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.StoreCapacity;
import dev.operatorkit.wallet.testkit.WalletStoreContract;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs the store contract against tables that hold less than the specification allows. */
@Tag("thorough")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NumericWalletStoreTest extends WalletStoreContract {
    @AutoClose
    private final HikariDataSource source = Postgres.pool("numeric-schema.sql");

    @Override
    protected StoreCapacity capacity() {
        return StoreCapacity.complete()
                .withCurrencies("EUR", "USD", "JPY", "KWD")
                .withMaxBalance("999999999999999.9999")
                .withMaxReasonLength(255)
                .withAccountIds(() -> UUID.randomUUID().toString());
    }

    @Override
    protected WalletStore createStore() {
        return new NumericWalletStore(source);
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        new JdbcTemplate(source)
                .update(
                        "insert into wallet_account values (?::uuid, ?, ?, 0, now())",
                        accountId,
                        balance.currency().code(),
                        Rows.decimal(balance));
    }
}
