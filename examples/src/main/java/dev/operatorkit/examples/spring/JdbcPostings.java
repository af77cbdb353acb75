package dev.operatorkit.examples.spring;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.AccountEntry;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingStore;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Stores postings in the operator's own tables, within the transaction of a {@code @Transactional} method. */
final class JdbcPostings implements PostingStore {
    private final JdbcTemplate sql;

    JdbcPostings(JdbcTemplate sql) {
        this.sql = sql;
    }

    @Override
    public Optional<Account> lockAccount(String accountId) {
        // Without a transaction the lock would end with this statement.
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("No transaction is active. Call this in a method with @Transactional.");
        }
        return sql.query("select * from account where id = ? for update", Columns.ACCOUNT, accountId).stream()
                .findFirst();
    }

    @Override
    public Optional<AccountEntry> findEntry(String reference) {
        return sql
                .query(
                        "select e.*, a.currency from account_entry e join account a on a.id = e.account_id"
                                + " where e.reference = ?",
                        (row, number) -> new AccountEntry(
                                new Posting(row.getString("account_id"), reference, Columns.money(row, "change")),
                                Columns.money(row, "balance_before"),
                                Columns.money(row, "balance_after"),
                                row.getLong("account_version"),
                                Columns.instant(row, "created_at")),
                        reference)
                .stream()
                .findFirst();
    }

    @Override
    public void write(AccountEntry entry) {
        var account = entry.account();
        sql.update(
                "insert into account_entry values (?, ?, ?, ?, ?, ?, ?)",
                entry.posting().reference(),
                account.id(),
                account.version(),
                entry.posting().change().minorUnits(),
                entry.balanceBefore().minorUnits(),
                entry.balanceAfter().minorUnits(),
                Columns.timestamp(entry.createdAt()));
        sql.update(
                "update account set balance = ?, version = ?, updated_at = ? where id = ?",
                account.balance().minorUnits(),
                account.version(),
                Columns.timestamp(account.updatedAt()),
                account.id());
    }
}
