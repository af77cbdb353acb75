package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.StoredTransaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the accounts that a transaction locks, and writes their new state: to the operator's table and, for what that lacks, to our own. */
final class LockedAccounts {
    private final StoredRows rows;
    private final Map<String, Account> accounts = new HashMap<>();
    private final Map<String, Object> policyData = new HashMap<>();
    private final Set<String> unversioned = new HashSet<>();

    LockedAccounts(StoredRows rows) {
        this.rows = rows;
    }

    /** Returns the accounts by id, once the statements of {@link #read} have run. */
    Map<String, Account> accounts() {
        return accounts;
    }

    /** Returns the data of policies by account. */
    Map<String, Object> policyData() {
        return policyData;
    }

    /** Adds the statements that lock and read accounts. */
    void lock(
            Collection<String> ids,
            Map<String, StoredTransaction> known,
            MovementSql sql,
            StatementPipeline statements) {
        read(ids, known, sql.lockAccounts, sql.lockVersions, statements);
    }

    /** Adds the statements that read accounts, with or without a lock. */
    void read(
            Collection<String> ids,
            Map<String, StoredTransaction> known,
            Template ofAccounts,
            Template ofVersions,
            StatementPipeline statements) {
        accounts.clear();
        policyData.clear();
        var possible = new HashSet<>(rows.possible(ids));
        if (possible.isEmpty()) {
            return;
        }
        statements.read(
                ofAccounts, JdbcUnit.MAX_LOCK_SECONDS, row -> readAccount(row, possible, known), rows.ids(possible));
        if (rows.table().isIncomplete()) {
            unversioned.addAll(possible);
            statements.read(
                    ofVersions,
                    JdbcUnit.MAX_LOCK_SECONDS,
                    this::readVersion,
                    ColumnType.TEXT.column(possible, id -> id));
        }
    }

    /** Reads an account, unless its id differs from those asked for in a way that the column ignores, such as its case. */
    private void readAccount(ResultSet row, Set<String> ids, Map<String, StoredTransaction> known) throws SQLException {
        var account = rows.account(row);
        if (!ids.contains(account.id())) {
            return;
        }
        accounts.put(account.id(), account);
        var data = rows.policyData(row, known);
        if (data != null) {
            policyData.put(account.id(), data);
        }
    }

    private void readVersion(ResultSet row) throws SQLException {
        var id = row.getString(1);
        unversioned.remove(id);
        var account = accounts.get(id);
        if (account != null) {
            accounts.put(id, rows.complete(account, row));
        }
    }

    /** Adds the statements that store the accounts after these transactions. */
    void write(
            Collection<Account> changed,
            Collection<StoredTransaction> transactions,
            MovementSql sql,
            StatementPipeline statements) {
        // Apart, so that an account without data keeps what it has in the columns of a policy.
        var withData = changed.stream()
                .filter(account -> policyData.containsKey(account.id()))
                .toList();
        var others = changed.stream()
                .filter(account -> !policyData.containsKey(account.id()))
                .toList();
        statements.write(
                withData.size(), sql.updateAccountsAndColumns, rows.values(withData, policyData, transactions));
        statements.write(others.size(), sql.updateAccounts, rows.values(others, Map.of(), transactions));
        if (!rows.dialect().isPipelined() && !changed.isEmpty()) {
            requireKept(changed, sql, statements);
        }
        if (rows.table().isIncomplete()) {
            writeVersions(
                    sql.insertVersions,
                    changed.stream()
                            .filter(account -> unversioned.contains(account.id()))
                            .toList(),
                    statements);
            writeVersions(
                    sql.updateVersions,
                    changed.stream()
                            .filter(account -> !unversioned.contains(account.id()))
                            .toList(),
                    statements);
        }
    }

    /** Reads the balances again: a trigger or a generated column of the operator's could change them. PostgreSQL does it as it writes. */
    private void requireKept(Collection<Account> changed, MovementSql sql, StatementPipeline statements) {
        var written = changed.stream().collect(Collectors.toMap(Account::id, Account::balance));
        statements.read(
                sql.readAccounts,
                row -> {
                    var stored = rows.account(row);
                    if (!stored.balance().equals(written.getOrDefault(stored.id(), stored.balance()))) {
                        throw new IllegalStateException("The balance of the account " + stored.id() + " is "
                                + stored.balance() + " although " + written.get(stored.id())
                                + " was written: a trigger or a generated column changes it.");
                    }
                },
                rows.ids(written.keySet()));
    }

    private void writeVersions(Template statement, Collection<Account> changed, StatementPipeline statements) {
        statements.write(
                changed.size(),
                statement,
                ColumnType.TEXT.column(changed, Account::id),
                ColumnType.NUMBER.column(changed, Account::version),
                ColumnType.TIME.column(changed, account -> rows.dialect().time(account.updatedAt())));
    }
}
