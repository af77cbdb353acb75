package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENTS;
import static dev.operatorkit.reference.schema.Tables.LEDGER;
import static dev.operatorkit.reference.schema.Tables.ROUNDS;
import static org.jooq.impl.DSL.case_;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.select;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.OrderField;
import org.jspecify.annotations.Nullable;

/** Reads the ledger for the pages: bounded lists, each backed by an index. */
public final class LedgerQueries {
    private final Database database;

    /** Creates queries on a database. */
    public LedgerQueries(Database database) {
        this.database = database;
    }

    /** Returns players by the beginning of their account ids, ordered by id. */
    public List<Player> players(String beginning, int most) {
        return database.reads()
                .selectFrom(ACCOUNTS)
                .where(
                        beginning.isEmpty()
                                ? noCondition()
                                : ACCOUNTS.ID.ge(beginning).and(ACCOUNTS.ID.startsWith(beginning)))
                .orderBy(ACCOUNTS.ID)
                .limit(most)
                .fetch(Accounts::player);
    }

    /**
     * Holds a round.
     *
     * @param state BET, SETTLED or REVERTED
     */
    public record RoundRow(String account, String round, String debit, String state, Instant openedAt) {}

    /** Returns open rounds that opened before a time, oldest first, of one account or of all. */
    public List<RoundRow> openRounds(Instant before, @Nullable String account, int most) {
        return rounds(
                ROUNDS.STATE
                        .eq(inline("BET"))
                        .and(ROUNDS.OPENED_AT.lt(before.atOffset(ZoneOffset.UTC)))
                        .and(of(account)),
                ROUNDS.OPENED_AT,
                most);
    }

    /** Returns the rounds of an account in one state, newest first. */
    public List<RoundRow> rounds(String account, String state, int most) {
        return rounds(ROUNDS.ACCOUNT_ID.eq(account).and(ROUNDS.STATE.eq(state)), ROUNDS.OPENED_AT.desc(), most);
    }

    private static Condition of(@Nullable String account) {
        return account == null ? noCondition() : ROUNDS.ACCOUNT_ID.eq(account);
    }

    private List<RoundRow> rounds(Condition condition, OrderField<?> order, int most) {
        return database.reads()
                .selectFrom(ROUNDS)
                .where(condition)
                .orderBy(order)
                .limit(most)
                .fetch(row -> new RoundRow(
                        row.getAccountId(),
                        row.getGameRoundId(),
                        row.getDebitId(),
                        row.getState(),
                        row.getOpenedAt().toInstant()));
    }

    /**
     * Holds an entry of an account's chain.
     *
     * @param transactionId null for an adjustment by the back office
     * @param note the reason sent by the provider, or the author and reason of an adjustment
     */
    public record Entry(
            long version,
            String description,
            @Nullable String transactionId,
            Money change,
            Money after,
            String note,
            Instant at) {}

    /** Returns the latest entries of an account, newest first. */
    public List<Entry> entries(String account, int most) {
        var currency = database.reads()
                .select(ACCOUNTS.CURRENCY)
                .from(ACCOUNTS)
                .where(ACCOUNTS.ID.eq(account))
                .fetchOptional(ACCOUNTS.CURRENCY)
                .map(CurrencyCode::of);
        if (currency.isEmpty()) {
            return List.of();
        }
        var change = case_(LEDGER.KIND).when("DEBIT", LEDGER.AMOUNT.neg()).else_(LEDGER.AMOUNT);
        return database.reads()
                .select(
                        LEDGER.ACCOUNT_VERSION,
                        LEDGER.KIND,
                        LEDGER.TRANSACTION_ID,
                        change,
                        LEDGER.BALANCE_AFTER,
                        LEDGER.REASON,
                        LEDGER.CREATED_AT)
                .from(LEDGER)
                .where(LEDGER.ACCOUNT_ID.eq(account))
                .unionAll(select(
                                ADJUSTMENTS.ACCOUNT_VERSION,
                                inline("ADJUSTMENT"),
                                inline((String) null),
                                ADJUSTMENTS.AMOUNT,
                                ADJUSTMENTS.BALANCE_AFTER,
                                ADJUSTMENTS.MADE_BY.concat(": ").concat(ADJUSTMENTS.WHY),
                                ADJUSTMENTS.CREATED_AT)
                        .from(ADJUSTMENTS)
                        .where(ADJUSTMENTS.ACCOUNT_ID.eq(account)))
                .orderBy(inline(1).desc())
                .limit(most)
                .fetch(row -> new Entry(
                        row.value1(),
                        row.value2(),
                        row.value3(),
                        new Money(row.value4(), currency.get()),
                        new Money(row.value5(), currency.get()),
                        row.value6() == null ? "" : row.value6(),
                        row.value7().toInstant()));
    }

    /** Finds the id of the settlement of a debit. */
    public Optional<String> settlementOf(String debitId) {
        return database.reads()
                .select(LEDGER.TRANSACTION_ID)
                .from(LEDGER)
                .where(LEDGER.REFERENCE_TRANSACTION_ID.eq(debitId))
                .fetchOptional(LEDGER.TRANSACTION_ID);
    }
}
