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
import dev.operatorkit.reference.store.JooqPlayers;
import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record8;
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

        /** Returns the mark after which the next page begins. */
        public RoundMark mark() {
            return new RoundMark(openedAt, debit);
        }
    }

    /** Marks the last round of a page. Two rounds may have opened at the same time, but each has its own debit. */
    public record RoundMark(Instant openedAt, String debit) {
        /** Reads a mark from its text. */
        public static RoundMark parse(String text) {
            var end = text.indexOf(' ');
            try {
                return new RoundMark(Instant.parse(text.substring(0, Math.max(0, end))), text.substring(end + 1));
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException(text + " is not the place of a round. Begin at the first page.", e);
            }
        }

        @Override
        public String toString() {
            return openedAt + " " + debit;
        }
    }

    /** Returns open rounds that opened before a time, oldest first, of one account or of all, after a mark. */
    public List<RoundRow> openRounds(Instant before, @Nullable String account, @Nullable RoundMark after, int most) {
        var open = ROUNDS.STATE.eq(inline("BET")).and(ROUNDS.OPENED_AT.lt(utc(before)));
        var sql = database.reads();
        return rounds(sql, ROUNDS, account == null ? open : open.and(ofAccount(ROUNDS, ROUNDS.ACCOUNT_ID, account)))
                .and(
                        after == null
                                ? noCondition()
                                : row(ROUNDS.OPENED_AT, ROUNDS.DEBIT_ID).gt(utc(after.openedAt()), after.debit()))
                .orderBy(ROUNDS.OPENED_AT, ROUNDS.DEBIT_ID)
                .limit(most)
                .fetch(LedgerQueries::round);
    }

    /** Finds a round of an account. */
    public Optional<RoundRow> round(String account, String id) {
        return round(database.reads(), account, id);
    }

    static Optional<RoundRow> round(DSLContext sql, String account, String id) {
        return rounds(
                        sql,
                        ROUNDS,
                        ofAccount(sql, ROUNDS, ROUNDS.ACCOUNT_ID, account).and(ROUNDS.GAME_ROUND_ID.eq(id)))
                .unionAll(rounds(
                        sql,
                        ROUNDS_ARCHIVE,
                        ofAccount(sql, ROUNDS_ARCHIVE, ROUNDS_ARCHIVE.ACCOUNT_ID, account)
                                .and(ROUNDS_ARCHIVE.GAME_ROUND_ID.eq(id))))
                .limit(1)
                .fetchOptional(LedgerQueries::round);
    }

    private Condition ofAccount(Table<?> table, Field<String> accountId, String account) {
        return ofAccount(database.reads(), table, accountId, account);
    }

    private static Condition ofAccount(DSLContext sql, Table<?> table, Field<String> accountId, String account) {
        return accountId.eq(account).and(Partitions.condition(sql, table, account));
    }

    private static OffsetDateTime utc(Instant time) {
        return time.atOffset(ZoneOffset.UTC);
    }

    private static SelectConditionStep<Record> rounds(DSLContext sql, Table<?> table, Condition condition) {
        return sql.select(table.fields(
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
        return settlementOf(database.reads(), account, debitId);
    }

    static Optional<String> settlementOf(DSLContext sql, String account, String debitId) {
        return sql.select(LEDGER.TRANSACTION_ID)
                .from(LEDGER)
                .where(LEDGER.REFERENCE_TRANSACTION_ID.eq(debitId))
                .and(Partitions.condition(sql, LEDGER, account))
                .unionAll(select(LEDGER_ARCHIVE.TRANSACTION_ID)
                        .from(LEDGER_ARCHIVE)
                        .where(LEDGER_ARCHIVE.REFERENCE_TRANSACTION_ID.eq(debitId))
                        .and(Partitions.condition(sql, LEDGER_ARCHIVE, account)))
                .fetchOptional(LEDGER.TRANSACTION_ID);
    }

    /** Finds the kind of the transaction with an id, of any account. */
    static Optional<String> kind(DSLContext sql, String id) {
        return sql.select(LEDGER.KIND)
                .from(LEDGER)
                .where(LEDGER.TRANSACTION_ID.eq(id))
                .unionAll(select(LEDGER_ARCHIVE.KIND).from(LEDGER_ARCHIVE).where(LEDGER_ARCHIVE.TRANSACTION_ID.eq(id)))
                .limit(1)
                .fetchOptional(LEDGER.KIND);
    }
}
