package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.AccountEntry;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Stores postings in the operator's transaction, under the lock that a unit of work takes. */
final class JdbcPostings implements PostingStore {
    private final Connection connection;
    private final Dialect dialect;
    private final MovementSql sql;
    private final LockedAccounts accounts;

    JdbcPostings(Connection connection, Dialect dialect, MovementSql sql, StoredRows rows) {
        this.connection = connection;
        this.dialect = dialect;
        this.sql = sql;
        this.accounts = new LockedAccounts(rows);
    }

    @Override
    public Optional<Account> lockAccount(String accountId) {
        var statements = new StatementPipeline(dialect, null);
        accounts.lock(List.of(accountId), Map.of(), sql, statements);
        run(statements);
        return Optional.ofNullable(accounts.accounts().get(accountId));
    }

    @Override
    public Optional<AccountEntry> findEntry(String reference) {
        var found = new AccountEntry[1];
        var statements = new StatementPipeline(dialect, null);
        statements.read(sql.findPosting, row -> found[0] = entry(row), new String[] {reference});
        run(statements);
        return Optional.ofNullable(found[0]);
    }

    private AccountEntry entry(ResultSet row) throws SQLException {
        var currency = CurrencyCode.of(row.getString(4));
        return new AccountEntry(
                new Posting(row.getString(2), row.getString(1), new Money(row.getLong(5), currency)),
                new Money(row.getLong(6), currency),
                new Money(row.getLong(7), currency),
                row.getLong(3),
                Objects.requireNonNull(dialect.time(row, 8)));
    }

    @Override
    public void write(AccountEntry entry) {
        var posting = entry.posting();
        var statements = new StatementPipeline(dialect, null);
        statements.write(
                1,
                sql.insertPosting,
                new String[] {posting.reference()},
                new String[] {posting.accountId()},
                new Long[] {entry.accountVersion()},
                new String[] {posting.change().currency().code()},
                new Long[] {posting.change().minorUnits()},
                new Long[] {entry.balanceBefore().minorUnits()},
                new Long[] {entry.balanceAfter().minorUnits()},
                new String[] {dialect.time(entry.createdAt())});
        accounts.write(List.of(entry.account()), List.of(), sql, statements);
        run(statements);
    }

    private void run(StatementPipeline statements) {
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalStateException(
                        "The connection commits each statement, so that the lock would end with it. Begin a"
                                + " transaction.");
            }
            statements.run(connection);
        } catch (SQLException e) {
            throw SqlFailures.rolledBack(e);
        }
    }
}
