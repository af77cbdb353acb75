package dev.operatorkit.reference.staff;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENT_REFERENCES;
import static dev.operatorkit.reference.schema.Tables.LEDGER;
import static dev.operatorkit.reference.schema.Tables.LEDGER_ARCHIVE;
import static dev.operatorkit.reference.schema.Tables.ROUNDS;
import static dev.operatorkit.reference.schema.Tables.ROUNDS_ARCHIVE;
import static org.jooq.impl.DSL.case_;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.select;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.reference.schema.tables.Rounds;
import dev.operatorkit.reference.store.JooqPlayers;
import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record5;
import org.jooq.Record8;
import org.jooq.Row2;
import org.jooq.SelectConditionStep;
import org.jooq.SelectUnionStep;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/** Reads the ledger and its archive for the pages: bounded lists, each backed by an index. */
public final class LedgerQueries {
    private static final Field<String> NOTE = ADJUSTMENTS
            .MADE_BY
            .concat(coalesce(inline(", approved by ").concat(ADJUSTMENTS.APPROVED_BY), inline("")))
            .concat(": ")
            .concat(ADJUSTMENTS.WHY);

    private final Database database;

    /** Creates queries on a database. */
    public LedgerQueries(Database database) {
        this.database = database;
    }

    /**
     * Returns players by the beginning of their account ids, ordered by id.
     *
     * @param after the id that all are greater than; empty for the first ones
     */
    public List<Player> players(String beginning, String after, int most) {
        return database.reads()
                .selectFrom(ACCOUNTS)
                .where(
                        beginning.isEmpty()
                                ? noCondition()
                                : ACCOUNTS.ID.ge(beginning).and(ACCOUNTS.ID.startsWith(beginning)))
                .and(ACCOUNTS.ID.gt(after))
                .orderBy(ACCOUNTS.ID)
                .limit(most)
                .fetch(JooqPlayers::player);
    }

    /**
     * Holds a round.
     *
     * @param state BET, SETTLED or REVERTED
     */
    public record RoundRow(String account, String round, String debit, String state, Instant openedAt) {
        /** Returns the state as the pages name it. */
        public String stateName() {
            return state.equals("BET") ? "open" : state.toLowerCase(Locale.ROOT);
        }
    }

    /** Marks the last round of a page. Two rounds may have opened at the same time, but each has its own debit. */
    public record RoundMark(Instant openedAt, String debit) {}

    /** Returns open rounds that opened before a time, oldest first, of one account or of all, after a mark. */
    public List<RoundRow> openRounds(Instant before, @Nullable String account, @Nullable RoundMark after, int most) {
        var open = ROUNDS.STATE.eq(inline("BET")).and(ROUNDS.OPENED_AT.lt(utc(before)));
        return rounds(ROUNDS, account == null ? open : open.and(ofAccount(ROUNDS, ROUNDS.ACCOUNT_ID, account)))
                .and(after == null ? noCondition() : opened(ROUNDS).gt(utc(after.openedAt()), after.debit()))
                .orderBy(ROUNDS.OPENED_AT, ROUNDS.DEBIT_ID)
                .limit(most)
                .fetch(LedgerQueries::round);
    }

    /** Returns the rounds of an account in one state, newest first, after a mark. */
    public List<RoundRow> rounds(String account, String state, @Nullable RoundMark after, int most) {
        return closedRounds(ROUNDS, account, state, after, most)
                .unionAll(closedRounds(ROUNDS_ARCHIVE, account, state, after, most))
                .orderBy(ROUNDS.OPENED_AT.desc(), ROUNDS.DEBIT_ID.desc())
                .limit(most)
                .fetch(LedgerQueries::round);
    }

    private SelectUnionStep<Record> closedRounds(
            Table<?> table, String account, String state, @Nullable RoundMark after, int most) {
        var rounds = ROUNDS.as(table.getUnqualifiedName());
        return rounds(table, ofAccount(table, rounds.ACCOUNT_ID, account).and(rounds.STATE.eq(state)))
                .and(after == null ? noCondition() : opened(rounds).lt(utc(after.openedAt()), after.debit()))
                .orderBy(rounds.OPENED_AT.desc(), rounds.DEBIT_ID.desc())
                .limit(most);
    }

    private static Row2<OffsetDateTime, String> opened(Rounds rounds) {
        return row(rounds.OPENED_AT, rounds.DEBIT_ID);
    }

    /**
     * Holds a round with what it moved.
     *
     * @param stake null only in a damaged ledger
     * @param paid what the settlement paid or returned; null while the round is open
     */
    public record PlayedRound(
            RoundRow round, @Nullable Money stake, @Nullable Money paid) {}

    /** Adds to each round what it moved. Two accounts may have used one id, in different buckets (D-52). */
    public List<PlayedRound> withAmounts(List<RoundRow> rounds) {
        if (rounds.isEmpty()) {
            return List.of();
        }
        var debits = rounds.stream().map(RoundRow::debit).toList();
        var stakes = new HashMap<List<String>, Money>();
        var settlements = new HashMap<List<String>, Money>();
        // Each id in its own index: a condition on both columns would scan the table.
        amounts(LEDGER, LEDGER.TRANSACTION_ID, debits)
                .unionAll(amounts(LEDGER_ARCHIVE, LEDGER_ARCHIVE.TRANSACTION_ID, debits))
                .unionAll(amounts(LEDGER, LEDGER.REFERENCE_TRANSACTION_ID, debits))
                .unionAll(amounts(LEDGER_ARCHIVE, LEDGER_ARCHIVE.REFERENCE_TRANSACTION_ID, debits))
                .forEach(row -> (row.value3().equals("DEBIT") ? stakes : settlements)
                        .put(
                                List.of(row.value1(), row.value2()),
                                new Money(row.value4(), CurrencyCode.of(row.value5()))));
        return rounds.stream()
                .map(round -> {
                    var key = List.of(round.account(), round.debit());
                    return new PlayedRound(round, stakes.get(key), settlements.get(key));
                })
                .toList();
    }

    private SelectConditionStep<Record5<String, String, String, Long, String>> amounts(
            Table<?> table, Field<String> id, List<String> ids) {
        var ledger = LEDGER.as(table.getUnqualifiedName());
        return database.reads()
                .select(ledger.ACCOUNT_ID, id, ledger.KIND, ledger.AMOUNT, ledger.CURRENCY)
                .from(table)
                .where(id.in(ids));
    }

    /** Finds a round of an account. */
    public Optional<RoundRow> round(String account, String id) {
        return rounds(ROUNDS, ofAccount(ROUNDS, ROUNDS.ACCOUNT_ID, account).and(ROUNDS.GAME_ROUND_ID.eq(id)))
                .unionAll(rounds(
                        ROUNDS_ARCHIVE,
                        ofAccount(ROUNDS_ARCHIVE, ROUNDS_ARCHIVE.ACCOUNT_ID, account)
                                .and(ROUNDS_ARCHIVE.GAME_ROUND_ID.eq(id))))
                .limit(1)
                .fetchOptional(LedgerQueries::round);
    }

    private Condition ofAccount(Table<?> table, Field<String> accountId, String account) {
        return accountId.eq(account).and(Partitions.condition(database.reads(), table, account));
    }

    private static OffsetDateTime utc(Instant time) {
        return time.atOffset(ZoneOffset.UTC);
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
     * @param round the round of a movement; empty for an adjustment
     * @param note the reason sent by the provider, or the author, the second person and the reason of an adjustment
     */
    public record Entry(
            long version,
            String description,
            @Nullable String transactionId,
            Money change,
            Money after,
            String round,
            String note,
            Instant at) {}

    /**
     * Returns entries of an account, newest first.
     *
     * @param before the version that all entries are older than
     */
    public List<Entry> entries(String account, long before, int most) {
        var currency = database.reads()
                .select(ACCOUNTS.CURRENCY)
                .from(ACCOUNTS)
                .where(ofAccount(ACCOUNTS, ACCOUNTS.ID, account))
                .fetchOptional(ACCOUNTS.CURRENCY)
                .map(CurrencyCode::of);
        if (currency.isEmpty()) {
            return List.of();
        }
        return entriesOf(LEDGER, account, before, most)
                .unionAll(entriesOf(LEDGER_ARCHIVE, account, before, most))
                .unionAll(select(
                                ADJUSTMENTS.ACCOUNT_VERSION,
                                inline("ADJUSTMENT"),
                                inline((String) null),
                                ADJUSTMENTS.AMOUNT,
                                ADJUSTMENTS.BALANCE_AFTER,
                                inline((String) null),
                                NOTE,
                                ADJUSTMENTS.CREATED_AT)
                        .from(ADJUSTMENTS)
                        .where(ofAccount(ADJUSTMENTS, ADJUSTMENTS.ACCOUNT_ID, account)
                                .and(ADJUSTMENTS.ACCOUNT_VERSION.lt(before)))
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
                        row.value7() == null ? "" : row.value7(),
                        row.value8().toInstant()));
    }

    /** Selects the latest entries from the ledger or its archive, which have the same columns. */
    private SelectUnionStep<Record8<Long, String, String, Long, Long, String, String, OffsetDateTime>> entriesOf(
            Table<?> table, String account, long before, int most) {
        var ledger = LEDGER.as(table.getUnqualifiedName());
        return database.reads()
                .select(
                        ledger.ACCOUNT_VERSION,
                        ledger.KIND,
                        ledger.TRANSACTION_ID,
                        case_(ledger.KIND).when("DEBIT", ledger.AMOUNT.neg()).else_(ledger.AMOUNT),
                        ledger.BALANCE_AFTER,
                        ledger.GAME_ROUND_ID,
                        ledger.REASON,
                        ledger.CREATED_AT)
                .from(table)
                .where(ofAccount(table, ledger.ACCOUNT_ID, account).and(ledger.ACCOUNT_VERSION.lt(before)))
                .orderBy(ledger.ACCOUNT_VERSION.desc())
                .limit(most);
    }

    /** Marks the entry of an adjustment in its account's chain. */
    public record AdjustmentMark(String account, long version) {}

    /** Finds the adjustment that a reference was used for. */
    public Optional<AdjustmentMark> adjustment(String reference) {
        return database.reads()
                .select(ADJUSTMENT_REFERENCES.ACCOUNT_ID, ADJUSTMENT_REFERENCES.ACCOUNT_VERSION)
                .from(ADJUSTMENT_REFERENCES)
                .where(ADJUSTMENT_REFERENCES.REFERENCE.eq(reference))
                .fetchOptional(row -> new AdjustmentMark(row.value1(), row.value2()));
    }

    /** Finds the id of the settlement of an account's debit. */
    public Optional<String> settlementOf(String account, String debitId) {
        return database.reads()
                .select(LEDGER.TRANSACTION_ID)
                .from(LEDGER)
                .where(LEDGER.REFERENCE_TRANSACTION_ID.eq(debitId))
                .and(Partitions.condition(database.reads(), LEDGER, account))
                .unionAll(select(LEDGER_ARCHIVE.TRANSACTION_ID)
                        .from(LEDGER_ARCHIVE)
                        .where(LEDGER_ARCHIVE.REFERENCE_TRANSACTION_ID.eq(debitId))
                        .and(Partitions.condition(database.reads(), LEDGER_ARCHIVE, account)))
                .fetchOptional(LEDGER.TRANSACTION_ID);
    }
}
