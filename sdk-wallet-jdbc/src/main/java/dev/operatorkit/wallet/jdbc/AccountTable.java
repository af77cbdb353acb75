package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.money.CurrencyCode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names the table and the columns of the operator's accounts. The ids are text, numbers or UUIDs; {@link JdbcWalletStore} reads from the
 * database which, and refuses what it cannot use when it is built.
 *
 * <pre>{@code
 * AccountTable.named("player_wallet")
 *         .id("player_id")
 *         .balance("cash", Amounts.DECIMAL)
 *         .currencyIn("currency")
 * }</pre>
 *
 * <p>Immutable: every method returns a changed copy.
 */
public final class AccountTable {
    /** A name, as it is or in the quotes of the database. */
    private static final String PART = "([\\p{L}_][\\p{L}\\p{N}_$]*|\"[^\"?{};,]+\"|`[^`?{};,]+`)";

    private static final Pattern NAME = Pattern.compile(PART + "(\\." + PART + ")?");
    private static final Pattern COLUMN = Pattern.compile(PART);

    final String table;
    final String id;
    final String balance;
    final Amounts amounts;
    final @Nullable String currencyColumn;
    final @Nullable CurrencyCode currency;
    final @Nullable String version;
    final @Nullable String updatedAt;

    /** Lists how a balance is written. */
    public enum Amounts {
        /** As a whole number of the smallest units, such as cents, in a {@code bigint}. */
        MINOR_UNITS,
        /** As a decimal number, such as 12.50, in a {@code numeric} or {@code decimal}. */
        DECIMAL
    }

    private AccountTable(
            String table,
            String id,
            String balance,
            Amounts amounts,
            @Nullable String currencyColumn,
            @Nullable CurrencyCode currency,
            @Nullable String version,
            @Nullable String updatedAt) {
        this.table = table;
        this.id = id;
        this.balance = balance;
        this.amounts = amounts;
        this.currencyColumn = currencyColumn;
        this.currency = currency;
        this.version = version;
        this.updatedAt = updatedAt;
    }

    /**
     * Begins with the name of the table, which may have that of its schema before it. The columns are {@code id}, {@code balance} in minor
     * units and {@code currency} until others are named.
     */
    public static AccountTable named(String table) {
        return new AccountTable(requireName(table), "id", "balance", Amounts.MINOR_UNITS, "currency", null, null, null);
    }

    /** Names the column with the account's id, which callbacks send. It must be a primary key or have a unique index. */
    public AccountTable id(String column) {
        return new AccountTable(
                table, requireColumn(column), balance, amounts, currencyColumn, currency, version, updatedAt);
    }

    /** Names the column with the balance, and says how it is written. */
    public AccountTable balance(String column, Amounts written) {
        return new AccountTable(
                table, id, requireColumn(column), written, currencyColumn, currency, version, updatedAt);
    }

    /** Names the column with the currency's code. */
    public AccountTable currencyIn(String column) {
        return new AccountTable(table, id, balance, amounts, requireColumn(column), null, version, updatedAt);
    }

    /** Gives all accounts one currency. */
    public AccountTable currency(CurrencyCode one) {
        return new AccountTable(table, id, balance, amounts, null, one, version, updatedAt);
    }

    /**
     * Names a column that counts the entries of an account, which every movement raises by 1. Without one the store counts the movements in
     * another table.
     */
    public AccountTable version(String column) {
        return new AccountTable(
                table, id, balance, amounts, currencyColumn, currency, requireColumn(column), updatedAt);
    }

    /** Names a column with the time of the last change of the balance. Without one the store keeps that of the last movement. */
    public AccountTable updatedAt(String column) {
        return new AccountTable(table, id, balance, amounts, currencyColumn, currency, version, requireColumn(column));
    }

    /** Returns true if the store keeps the version or the time of an account in another table. */
    boolean isIncomplete() {
        return version == null || updatedAt == null;
    }

    private static String requireName(String name) {
        return require(name, NAME.matcher(name).matches());
    }

    private static String requireColumn(String name) {
        return require(name, COLUMN.matcher(name).matches());
    }

    private static String require(String name, boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("The name " + name + " is not that of a table or a column.");
        }
        return name;
    }
}
