package dev.operatorkit.reference.staff;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENT_REFERENCES;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.AccountEntry;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingStore;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Stores postings as adjustments, in one transaction.
 *
 * @param sql the transaction
 * @param author the author of the adjustment
 * @param approver the second person; null when none was needed
 * @param reason why it was made
 */
record JooqPostings(DSLContext sql, Author author, @Nullable String approver, String reason) implements PostingStore {
    @Override
    public Optional<Account> lockAccount(String accountId) {
        return sql.selectFrom(ACCOUNTS)
                .where(ACCOUNTS.ID.eq(accountId))
                .and(Partitions.condition(sql, ACCOUNTS, accountId))
                .forUpdate()
                .fetchOptional(row -> new Account(
                        row.getId(),
                        new Money(row.getBalance(), CurrencyCode.of(row.getCurrency())),
                        row.getVersion(),
                        row.getUpdatedAt().toInstant()));
    }

    @Override
    public Optional<AccountEntry> findEntry(String reference) {
        return sql.select(
                        ADJUSTMENTS.ACCOUNT_ID,
                        ACCOUNTS.CURRENCY,
                        ADJUSTMENTS.AMOUNT,
                        ADJUSTMENTS.BALANCE_BEFORE,
                        ADJUSTMENTS.BALANCE_AFTER,
                        ADJUSTMENTS.ACCOUNT_VERSION,
                        ADJUSTMENTS.CREATED_AT)
                .from(ADJUSTMENT_REFERENCES)
                .join(ADJUSTMENTS)
                .on(ADJUSTMENTS
                        .ACCOUNT_ID
                        .eq(ADJUSTMENT_REFERENCES.ACCOUNT_ID)
                        .and(ADJUSTMENTS.ACCOUNT_VERSION.eq(ADJUSTMENT_REFERENCES.ACCOUNT_VERSION))
                        .and(Partitions.same(sql, ADJUSTMENTS, ADJUSTMENT_REFERENCES)))
                .join(ACCOUNTS)
                .on(ACCOUNTS.ID.eq(ADJUSTMENTS.ACCOUNT_ID).and(Partitions.same(sql, ACCOUNTS, ADJUSTMENTS)))
                .where(ADJUSTMENT_REFERENCES.REFERENCE.eq(reference))
                .fetchOptional(row -> {
                    var currency = CurrencyCode.of(row.value2());
                    return new AccountEntry(
                            new Posting(row.value1(), reference, new Money(row.value3(), currency)),
                            new Money(row.value4(), currency),
                            new Money(row.value5(), currency),
                            row.value6(),
                            row.value7().toInstant());
                });
    }

    @Override
    public void write(AccountEntry entry) {
        insert(entry);
        var account = entry.account();
        sql.update(ACCOUNTS)
                .set(ACCOUNTS.BALANCE, account.balance().minorUnits())
                .set(ACCOUNTS.VERSION, account.version())
                .set(ACCOUNTS.UPDATED_AT, account.updatedAt().atOffset(ZoneOffset.UTC))
                .where(ACCOUNTS.ID.eq(account.id()))
                .and(Partitions.condition(sql, ACCOUNTS, account.id()))
                .execute();
    }

    private void insert(AccountEntry entry) {
        var posting = entry.posting();
        sql.insertInto(ADJUSTMENTS)
                .set(ADJUSTMENTS.ACCOUNT_ID, posting.accountId())
                .set(Partitions.value(sql, posting.accountId()))
                .set(ADJUSTMENTS.ACCOUNT_VERSION, entry.accountVersion())
                .set(ADJUSTMENTS.AMOUNT, posting.change().minorUnits())
                .set(ADJUSTMENTS.BALANCE_BEFORE, entry.balanceBefore().minorUnits())
                .set(ADJUSTMENTS.BALANCE_AFTER, entry.balanceAfter().minorUnits())
                .set(ADJUSTMENTS.MADE_BY, author.name())
                .set(ADJUSTMENTS.APPROVED_BY, approver)
                .set(ADJUSTMENTS.WHY, reason)
                .set(ADJUSTMENTS.CREATED_AT, entry.createdAt().atOffset(ZoneOffset.UTC))
                .execute();
        sql.insertInto(ADJUSTMENT_REFERENCES)
                .set(ADJUSTMENT_REFERENCES.REFERENCE, posting.reference())
                .set(Partitions.value(sql, posting.accountId()))
                .set(ADJUSTMENT_REFERENCES.ACCOUNT_ID, posting.accountId())
                .set(ADJUSTMENT_REFERENCES.ACCOUNT_VERSION, entry.accountVersion())
                .execute();
    }
}
