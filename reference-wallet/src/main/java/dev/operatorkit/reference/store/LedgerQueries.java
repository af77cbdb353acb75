package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENTS;
import static dev.operatorkit.reference.schema.Tables.LEDGER;
import static dev.operatorkit.reference.schema.Tables.LEDGER_ARCHIVE;
import static dev.operatorkit.reference.schema.Tables.ROUNDS;
import static dev.operatorkit.reference.schema.Tables.ROUNDS_ARCHIVE;
import static org.jooq.impl.DSL.case_;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.select;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.Record;
import org.jooq.Record7;
import org.jooq.SelectConditionStep;
import org.jooq.SelectUnionStep;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/** Reads the ledger and its archive for the pages: bounded lists, each backed by an index. */
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
        var open = ROUNDS.STATE.eq(inline("BET")).and(ROUNDS.OPENED_AT.lt(before.atOffset(ZoneOffset.UTC)));
        return rounds(ROUNDS, account == null ? open : open.and(ROUNDS.ACCOUNT_ID.eq(account)))
                .orderBy(ROUNDS.OPENED_AT)
                .limit(most)
                .fetch(LedgerQueries::round);
    }

    /** Returns the rounds of an account in one state, newest first. */
    public List<RoundRow> rounds(String account, String state, int most) {
        return rounds(ROUNDS, ROUNDS.ACCOUNT_ID.eq(account).and(ROUNDS.STATE.eq(state)))
                .orderBy(ROUNDS.OPENED_AT.desc())
                .limit(most)
                .unionAll(rounds(
                                ROUNDS_ARCHIVE,
                                ROUNDS_ARCHIVE.ACCOUNT_ID.eq(account).and(ROUNDS_ARCHIVE.STATE.eq(state)))
                        .orderBy(ROUNDS_ARCHIVE.OPENED_AT.desc())
                        .limit(most))
                .orderBy(ROUNDS.OPENED_AT.desc())
                .limit(most)
                .fetch(LedgerQueries::round);
    }

    private SelectConditionStep<Record> rounds(Table<?> table, Condition condition) {
        return database.reads()
                .select(table.fields(
                        ROUNDS.ACCOUNT_ID, ROUNDS.GAME_ROUND_ID, ROUNDS.DEBIT_ID, ROUNDS.STATE, ROUNDS.OPENED_AT))
                .from(table)
                .where(condition);
    }

    private static RoundRow round(Record row) {
        return new RoundRow(
                row.get(ROUNDS.ACCOUNT_ID),
                row.get(ROUNDS.GAME_ROUND_ID),
                row.get(ROUNDS.DEBIT_ID),
                row.get(ROUNDS.STATE),
                row.get(ROUNDS.OPENED_AT).toInstant());
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
        return entriesOf(LEDGER, account, most)
                .unionAll(entriesOf(LEDGER_ARCHIVE, account, most))
                .unionAll(select(
                                ADJUSTMENTS.ACCOUNT_VERSION,
                                inline("ADJUSTMENT"),
                                inline((String) null),
                                ADJUSTMENTS.AMOUNT,
                                ADJUSTMENTS.BALANCE_AFTER,
                                ADJUSTMENTS.MADE_BY.concat(": ").concat(ADJUSTMENTS.WHY),
                                ADJUSTMENTS.CREATED_AT)
                        .from(ADJUSTMENTS)
                        .where(ADJUSTMENTS.ACCOUNT_ID.eq(account))
                        .orderBy(ADJUSTMENTS.ACCOUNT_VERSION.desc())
                        .limit(most))
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

    /** Selects the latest entries from the ledger or its archive, which have the same columns. */
    private SelectUnionStep<Record7<Long, String, String, Long, Long, String, OffsetDateTime>> entriesOf(
            Table<?> table, String account, int most) {
        var ledger = LEDGER.as(table.getUnqualifiedName());
        return database.reads()
                .select(
                        ledger.ACCOUNT_VERSION,
                        ledger.KIND,
                        ledger.TRANSACTION_ID,
                        case_(ledger.KIND).when("DEBIT", ledger.AMOUNT.neg()).else_(ledger.AMOUNT),
                        ledger.BALANCE_AFTER,
                        ledger.REASON,
                        ledger.CREATED_AT)
                .from(table)
                .where(ledger.ACCOUNT_ID.eq(account))
                .orderBy(ledger.ACCOUNT_VERSION.desc())
                .limit(most);
    }

    /** Finds the id of the settlement of a debit. */
    public Optional<String> settlementOf(String debitId) {
        return database.reads()
                .select(LEDGER.TRANSACTION_ID)
                .from(LEDGER)
                .where(LEDGER.REFERENCE_TRANSACTION_ID.eq(debitId))
                .unionAll(select(LEDGER_ARCHIVE.TRANSACTION_ID)
                        .from(LEDGER_ARCHIVE)
                        .where(LEDGER_ARCHIVE.REFERENCE_TRANSACTION_ID.eq(debitId)))
                .fetchOptional(LEDGER.TRANSACTION_ID);
    }
}
