package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of accounts and rounds, and returns the values of accounts to write.
 *
 * @param dialect the database
 * @param tables the tables
 */
record StoredRows(Dialect dialect, MovementSql.Tables tables) {
    // The columns that MovementSql.lockAccounts reads.
    private static final int ID = 1;
    private static final int BALANCE = 2;
    private static final int CURRENCY = 3;
    private static final int VERSION = 4;
    private static final int UPDATED_AT = 5;
    private static final int FIRST_OF_POLICY = 6;

    AccountTable table() {
        return tables.accounts();
    }

    /** Returns the ids that an account can have: a column of numbers or UUIDs would accept other spellings of one (D-36). */
    List<String> possible(Collection<String> ids) {
        return ids.stream().filter(this::isPossible).toList();
    }

    private boolean isPossible(String id) {
        try {
            return switch (tables.accountId()) {
                case UUID -> UUID.fromString(id).toString().equals(id);
                case NUMBER -> Long.toString(Long.parseLong(id)).equals(id);
                case ASCII -> id.chars().allMatch(c -> c < 0x80);
                default -> true;
            };
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns ids as a column of parameters. */
    Object[] ids(Collection<String> ids) {
        return tables.accountId().column(ids, this::id);
    }

    private Object id(String id) {
        return tables.accountId() == ColumnType.NUMBER ? (Object) Long.valueOf(id) : id;
    }

    /** Reads an account, whose version and time may be in another table. */
    Account account(ResultSet row) throws SQLException {
        var id = row.getString(ID);
        var currency = table().currency == null
                ? CurrencyCode.of(row.getString(CURRENCY).strip())
                : table().currency;
        var time = table().updatedAt == null ? null : dialect.time(row, UPDATED_AT);
        return new Account(
                id,
                new Money(balance(row, id, currency), currency),
                row.getLong(VERSION),
                time == null ? Instant.EPOCH : time);
    }

    private long balance(ResultSet row, String id, CurrencyCode currency) throws SQLException {
        if (table().amounts == AccountTable.Amounts.MINOR_UNITS) {
            var units = row.getLong(BALANCE);
            if (units != 0 || !row.wasNull()) {
                return units;
            }
        }
        var balance = row.getBigDecimal(BALANCE);
        if (balance == null) {
            throw new IllegalStateException("The account " + id + " has no balance.");
        }
        try {
            return balance.movePointRight(currency.decimals()).longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalStateException(
                    "The balance of the account " + id + " has more decimals than " + currency
                            + ", or more digits than are" + " supported. Correct it.",
                    e);
        }
    }

    /** Returns an account with the version and the time of its row in the store's own table, where its own table lacks them. */
    Account complete(Account account, ResultSet row) throws SQLException {
        return new Account(
                account.id(),
                account.balance(),
                table().version == null ? row.getLong(2) : account.version(),
                table().updatedAt == null ? Objects.requireNonNull(dialect.time(row, 3)) : account.updatedAt());
    }

    /** Reads what a policy needs about the account of a row; null if it needs nothing. */
    @Nullable
    Object policyData(ResultSet row, Map<String, StoredTransaction> known) throws SQLException {
        var columns = tables.columns();
        return columns == null ? null : columns.read(row, FIRST_OF_POLICY, known);
    }

    /** Returns the values to write, column by column, with those of {@link AccountColumns} if there is data of a policy. */
    Object[][] values(
            Collection<Account> accounts, Map<String, Object> policyData, Collection<StoredTransaction> transactions) {
        var values = new ArrayList<Object[]>();
        values.add(tables.accountId().column(accounts, account -> id(account.id())));
        values.add(tables.balance().column(accounts, this::balance));
        if (table().version != null) {
            values.add(ColumnType.NUMBER.column(accounts, Account::version));
        }
        if (table().updatedAt != null) {
            values.add(ColumnType.TIME.column(accounts, account -> dialect.time(account.updatedAt())));
        }
        if (!policyData.isEmpty() && tables.columns() != null) {
            addWritten(tables.columns(), accounts, policyData, transactions, values);
        }
        return values.toArray(Object[][]::new);
    }

    /** Throws an exception if the column has too few decimals: it would round the balance. */
    private Object balance(Account account) {
        var money = account.balance();
        if (tables.balance() != ColumnType.DECIMAL) {
            return money.minorUnits();
        }
        var decimal = BigDecimal.valueOf(money.minorUnits(), money.currency().decimals());
        return tables.balanceScale() == null
                ? decimal
                : decimal.setScale(tables.balanceScale(), RoundingMode.UNNECESSARY);
    }

    @SuppressWarnings("unchecked") // the data of each account is what these columns have returned for it
    private static <T> void addWritten(
            AccountColumns<T> columns,
            Collection<Account> accounts,
            Map<String, Object> policyData,
            Collection<StoredTransaction> transactions,
            List<Object[]> values) {
        var after = accounts.stream()
                .map(account -> {
                    var data = (T) policyData.get(account.id());
                    return data == null
                            ? null
                            : valuesAfter(
                                    columns,
                                    data,
                                    transactions.stream()
                                            .filter(transaction ->
                                                    transaction.accountId().equals(account.id()))
                                            .toList());
                })
                .toList();
        var position = 0;
        for (var written : columns.written()) {
            var place = position++;
            var type = ColumnType.of(written.type());
            values.add(
                    type.column(after, row -> row == null ? null : type.parameter(written.column(), row.get(place))));
        }
    }

    private static <T> List<? extends @Nullable Object> valuesAfter(
            AccountColumns<T> columns, T data, List<StoredTransaction> applied) {
        var values = columns.valuesAfter(data, applied);
        if (values.size() != columns.written().size()) {
            throw new IllegalStateException("AccountColumns.valuesAfter returned " + values.size() + " values for "
                    + columns.written().size() + " columns.");
        }
        return values;
    }

    /** Reads a round, from the archive if it is there; null when there is none. */
    static @Nullable Round round(ResultSet row) throws SQLException {
        var key = new Round.Key(row.getString(1), row.getString(2));
        var debitId = row.getString(3);
        if (debitId != null) {
            return new Round(key, debitId, Round.State.valueOf(row.getString(4)));
        }
        var archived = row.getString(5);
        if (archived == null) {
            return null;
        }
        var space = archived.indexOf(' ');
        return new Round(key, archived.substring(space + 1), Round.State.valueOf(archived.substring(0, space)));
    }
}
