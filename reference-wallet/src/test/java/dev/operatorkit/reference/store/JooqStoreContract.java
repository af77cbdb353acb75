package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.WalletStoreContract;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;

/** Runs the SDK's store contract against the store; two pools on one database stand for two processes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class JooqStoreContract extends WalletStoreContract {
    @AutoClose
    private final Database one;

    @AutoClose
    private final Database other;

    private boolean turn;

    JooqStoreContract(Database.Address address) {
        one = Database.open(address);
        other = Database.open(address);
    }

    @Override
    protected synchronized WalletStore createStore() {
        turn = !turn;
        return Movements.in(turn ? one : other);
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        insertAccount(one, accountId, balance);
    }

    /** Inserts an account with a balance that no entry explains. */
    public static void insertAccount(Database database, String accountId, Money balance) {
        database.reads()
                .insertInto(ACCOUNTS)
                .set(ACCOUNTS.ID, accountId)
                .set(Partitions.value(database.reads(), accountId))
                .set(ACCOUNTS.DISPLAY_NAME, accountId)
                .set(ACCOUNTS.CURRENCY, balance.currency().code())
                .set(ACCOUNTS.BALANCE, balance.minorUnits())
                .set(ACCOUNTS.VERSION, 0L)
                .set(ACCOUNTS.UPDATED_AT, Instant.EPOCH.atOffset(ZoneOffset.UTC))
                .execute();
    }
}
