package dev.operatorkit.examples.spring;

import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.jdbc.AccountTable;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import dev.operatorkit.wallet.jdbc.WalletSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import javax.sql.DataSource;

/** Tells the SDK's store where the accounts are. */
public final class Accounts {
    private Accounts() {}

    /** Creates the tables of the ledger, and the store that moves the balances of {@code account}. */
    public static JdbcWalletStore store(DataSource source) {
        WalletSchema.create(source);
        return JdbcWalletStore.builder(source)
                .accounts(AccountTable.named("account").version("version").updatedAt("updated_at"))
                .movementWriter(Accounts::writeOutbox)
                .build();
    }

    private static void writeOutbox(Connection transaction, Collection<StoredTransaction> movements)
            throws SQLException {
        try (var insert = transaction.prepareStatement(
                "insert into outbox (account_id, account_version, event) values (?, ?, ?)")) {
            for (var movement : movements) {
                insert.setString(1, movement.accountId());
                insert.setLong(2, movement.accountVersion());
                insert.setString(3, movement.kind() + " of " + movement.amount());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
