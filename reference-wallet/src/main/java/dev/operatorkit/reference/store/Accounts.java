package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENTS;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Player;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Record;

/** Reads players' accounts, and opens and adjusts them for the operator's staff. */
public final class Accounts {
    private final Database database;
    private final Clock clock;

    /** Creates access to the accounts in a database. */
    public Accounts(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Finds the player of an account, with the current balance (WAL-2). */
    public Optional<Player> player(String accountId) {
        return database.lookups()
                .selectFrom(ACCOUNTS)
                .where(ACCOUNTS.ID.eq(accountId))
                .fetchOptional(Accounts::player);
    }

    static Player player(Record row) {
        var money = new Money(row.get(ACCOUNTS.BALANCE), CurrencyCode.of(row.get(ACCOUNTS.CURRENCY)));
        var balance = new Balance(money, row.get(ACCOUNTS.UPDATED_AT).toInstant());
        return new Player(row.get(ACCOUNTS.ID), row.get(ACCOUNTS.DISPLAY_NAME), balance);
    }

    /**
     * Names who makes an entry, in a type of its own, so that it cannot be confused with the reason.
     *
     * @param name the name in the account's chain
     */
    public record Author(String name) {}

    /** Opens an account, with the opening balance as its first entry. Returns false when the id is in use. */
    public boolean open(String id, String displayName, Money opening, Author author) {
        if (opening.minorUnits() < 0) {
            throw new IllegalArgumentException("The opening balance must not be negative, but is " + opening + ".");
        }
        return database.writes().transactionResult(transaction -> {
            var made = transaction
                    .dsl()
                    .insertInto(ACCOUNTS)
                    .set(ACCOUNTS.ID, id)
                    .set(ACCOUNTS.DISPLAY_NAME, displayName)
                    .set(ACCOUNTS.CURRENCY, opening.currency().code())
                    .set(ACCOUNTS.BALANCE, opening.minorUnits())
                    .set(ACCOUNTS.VERSION, 1L)
                    .set(ACCOUNTS.UPDATED_AT, now())
                    .onConflictDoNothing()
                    .execute();
            if (made == 1) {
                insertEntry(transaction.dsl(), new Entry(id, 1, 0, opening.minorUnits(), author, "opening balance"));
            }
            return made == 1;
        });
    }

    /**
     * Adjusts the balance of an account manually, as an entry in the account's chain.
     *
     * @return the new balance
     * @throws IllegalArgumentException when there is no such account, or the balance would leave its limits (D-20)
     */
    public Money adjust(String id, Money change, Author author, String reason) {
        return database.writes().transactionResult(transaction -> {
            var sql = transaction.dsl();
            var row = sql.selectFrom(ACCOUNTS)
                    .where(ACCOUNTS.ID.eq(id))
                    .forUpdate()
                    .fetchOne();
            if (row == null) {
                throw new IllegalArgumentException("There is no account " + id + ". Check the id.");
            }
            var before = new Money(row.getBalance(), CurrencyCode.of(row.getCurrency()));
            var after = sum(before, change);
            var version = row.getVersion() + 1;
            insertEntry(sql, new Entry(id, version, before.minorUnits(), after.minorUnits(), author, reason));
            sql.update(ACCOUNTS)
                    .set(ACCOUNTS.BALANCE, after.minorUnits())
                    .set(ACCOUNTS.VERSION, version)
                    .set(ACCOUNTS.UPDATED_AT, now())
                    .where(ACCOUNTS.ID.eq(id))
                    .execute();
            return after;
        });
    }

    private static Money sum(Money before, Money change) {
        try {
            var after = before.plus(change);
            if (after.minorUnits() < 0) {
                throw new IllegalArgumentException(
                        "The balance of " + before + " cannot go below zero. Use a smaller amount.");
            }
            return after;
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("The balance would exceed its maximum. Use a smaller amount.", e);
        }
    }

    private record Entry(String account, long version, long before, long after, Author author, String reason) {}

    private void insertEntry(DSLContext sql, Entry entry) {
        sql.insertInto(ADJUSTMENTS)
                .set(ADJUSTMENTS.ACCOUNT_ID, entry.account())
                .set(ADJUSTMENTS.ACCOUNT_VERSION, entry.version())
                .set(ADJUSTMENTS.AMOUNT, entry.after() - entry.before())
                .set(ADJUSTMENTS.BALANCE_BEFORE, entry.before())
                .set(ADJUSTMENTS.BALANCE_AFTER, entry.after())
                .set(ADJUSTMENTS.MADE_BY, entry.author().name())
                .set(ADJUSTMENTS.WHY, entry.reason())
                .set(ADJUSTMENTS.CREATED_AT, now())
                .execute();
    }

    private OffsetDateTime now() {
        return utc(clock.instant());
    }

    private static OffsetDateTime utc(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
    }
}
