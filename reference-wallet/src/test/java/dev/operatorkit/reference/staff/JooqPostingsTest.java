package dev.operatorkit.reference.staff;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.store.JooqStoreContract;
import dev.operatorkit.reference.store.Movements;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.PostingStoreContract;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the SDK's contract of postings against adjustments. */
@ParameterizedClass
@EnumSource
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JooqPostingsTest extends PostingStoreContract {
    @Parameter
    private TestDatabase kind = TestDatabase.H2;

    @AutoClose
    private Database database;

    @BeforeAll
    void open() {
        database = Database.open(TestDatabase.address(kind.freshUrl()));
    }

    @Override
    protected WalletStore createWalletStore() {
        return Movements.in(database);
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        JooqStoreContract.insertAccount(database, accountId, balance);
    }

    @Override
    protected <T> T runInTransaction(Function<PostingStore, T> work) {
        var author = new Accounts.Author("test");
        return database.writes()
                .transactionResult(
                        transaction -> work.apply(new JooqPostings(transaction.dsl(), author, null, "a test")));
    }
}
