package dev.operatorkit.reference.staff;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.store.JooqStoreContract;
import dev.operatorkit.reference.store.JooqWalletStore;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.PostingStoreContract;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** Runs the SDK's contract of postings against adjustments. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JooqPostingsContract extends PostingStoreContract {
    private final Database database;

    JooqPostingsContract(Database.Address address) {
        database = Database.open(address);
    }

    @AfterAll
    void close() {
        database.close();
    }

    @Override
    protected WalletStore createWalletStore() {
        return new JooqWalletStore(database);
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
