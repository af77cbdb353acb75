package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.GameRound.Settlement;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.database.Transaction;
import dev.operatorkit.simulator.wallet.CallbackReply.Done;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Stores the rounds and their settlements. Every change is one transaction that commits before the next call. */
public final class RoundStore {
    private static final int MAX_DETAIL_LENGTH = 1000;

    private final DSLContext sql;
    private final DSLContext reading;
    private final Clock clock;
    private final BiConsumer<Transaction, GameRound> whenReverted;

    /** Creates the store. {@code whenReverted} acts on each round closed by a rollback, in the transaction that stores it (D-57). */
    public RoundStore(Database database, Clock clock, BiConsumer<Transaction, GameRound> whenReverted) {
        this.whenReverted = whenReverted;
        database.create(RoundStore.class);
        this.sql = database.sql();
        this.reading = database.reading();
        this.clock = clock;
    }

    /** Stores a bet before its debit is sent, in one transaction with the changes that {@code betOf} makes. */
    public Bet open(String operator, Function<Transaction, Bet> betOf) {
        return sql.transactionResult(tx -> {
            var bet = betOf.apply(new Transaction(tx.dsl()));
            insert(tx.dsl(), operator, bet);
            return bet;
        });
    }

    private void insert(DSLContext transaction, String operator, Bet bet) {
        var free = bet.free();
        transaction.execute(
                "insert into game_round (round_id, operator, state, debit_id, player, game, token, currency, stake,"
                        + " campaign, free_value, bonus_code, attempts, opened_at, changed_at, detail)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 'the debit is being sent')",
                bet.roundId(),
                operator,
                RoundState.DEBITING.name(),
                bet.transactionId(),
                bet.playerId(),
                bet.gameId(),
                bet.token(),
                bet.stake().currency().code(),
                bet.stake().minorUnits(),
                free == null ? null : free.campaign(),
                free == null ? null : free.value().minorUnits(),
                free == null ? null : free.bonusCode(),
                clock.millis(),
                clock.millis());
    }

    /** Records that the debit was refused and no money moved. {@code release} gives back what the bet used, in the same transaction. */
    public void refuse(Bet bet, String result, Consumer<Transaction> release) {
        sql.transaction(tx -> {
            change(tx.dsl(), bet.roundId(), Change.to(RoundState.REFUSED, result), debit(bet, result));
            release.accept(new Transaction(tx.dsl()));
        });
    }

    /** Records that the debit was applied. The round is abandoned at {@code abandonedAt}. */
    public void accept(Bet bet, Done result, Instant abandonedAt) {
        var text = result.describe();
        change(bet.roundId(), new Change(RoundState.BET, abandonedAt, result, text, 0), debit(bet, text));
    }

    /** Stores the settlement for delivery, and its reason in the round's history, if new. */
    public void settle(Bet bet, Settlement settlement, @Nullable Done debit, @Nullable String debitResult, String why) {
        sql.transaction(tx -> {
            tx.dsl()
                    .execute(
                            "update game_round set state = ?, settlement = ?, settlement_id = ?, payout = ?, body = ?,"
                                    + " next_at = ?, changed_at = ?, detail = ?"
                                    + " where round_id = ? and settlement is null",
                            RoundState.SETTLING.name(),
                            settlement.kind().name(),
                            settlement.transactionId(),
                            settlement.payout().minorUnits(),
                            settlement.body(),
                            clock.millis(),
                            clock.millis(),
                            abbreviate(why),
                            bet.roundId());
            storeBalance(tx.dsl(), bet.roundId(), debit);
            if (debitResult != null) {
                insert(tx.dsl(), bet.roundId(), debit(bet, debitResult));
            }
        });
    }

    /** Records that the first attempt of a settlement is about to be sent. */
    void recordFirstAttempt(String roundId, Instant at) {
        sql.execute(
                "update game_round set first_at = ? where round_id = ? and first_at is null",
                at.toEpochMilli(),
                roundId);
    }

    /** Records that the wallet accepted the settlement, which closes the round. */
    public void finish(GameRound round, Done result, Attempt attempt) {
        var isCredit = settlement(round).kind() == CallbackKind.CREDIT;
        var state = isCredit ? RoundState.SETTLED : RoundState.REVERTED;
        sql.transaction(tx -> {
            change(tx.dsl(), round.id(), new Change(state, null, result, attempt.verdict(), 1), attempt);
            if (!isCredit) {
                whenReverted.accept(new Transaction(tx.dsl()), round);
            }
        });
    }

    /** Records a failed attempt. The settlement is retried at {@code nextAt}, or waits for manual review if that is null. */
    public void postpone(GameRound round, @Nullable Instant nextAt, Attempt attempt) {
        var state = nextAt == null ? RoundState.REVIEW : RoundState.SETTLING;
        change(round.id(), new Change(state, nextAt, null, attempt.verdict(), 1), attempt);
    }

    /**
     * Holds a change of a round.
     *
     * @param nextAt the time of the next automatic attempt, or null
     * @param result the result with the new balance, or null if there is none
     */
    record Change(
            RoundState state,
            @Nullable Instant nextAt,
            @Nullable Done result,
            String detail,
            int attempts) {
        /** Returns a change without a further automatic attempt. */
        static Change to(RoundState state, String detail) {
            return new Change(state, null, null, detail, 0);
        }
    }

    /** Changes the state of a round and adds to its history. */
    void change(String roundId, Change to, Attempt attempt) {
        sql.transaction(tx -> change(tx.dsl(), roundId, to, attempt));
    }

    private void change(DSLContext transaction, String roundId, Change to, Attempt attempt) {
        transaction.execute(
                "update game_round set state = ?, next_at = ?, detail = ?, changed_at = ?, attempts = attempts + ?"
                        + " where round_id = ?",
                to.state.name(),
                to.nextAt == null ? null : to.nextAt.toEpochMilli(),
                abbreviate(to.detail),
                clock.millis(),
                to.attempts,
                roundId);
        storeBalance(transaction, roundId, to.result);
        insert(transaction, roundId, attempt);
    }

    private void storeBalance(DSLContext transaction, String roundId, @Nullable Done result) {
        if (result != null) {
            transaction.execute(
                    "update game_round set balance = ?, balance_at = ?, balance_updated = ? where round_id = ?",
                    result.balance().minorUnits(),
                    clock.millis(),
                    result.updatedAt().toEpochMilli(),
                    roundId);
        }
    }

    /**
     * Moves what is due back by the time that the clock was ahead, so that it keeps its distance. What the clock dated in the future
     * counts as having happened now: otherwise its balances would be newer than those of the next rounds.
     */
    public void moveBack(Duration ahead) {
        sql.transaction(tx -> {
            var by = ahead.toMillis();
            var now = clock.millis();
            tx.dsl()
                    .execute(
                            "update game_round set next_at = next_at - ?, first_at = first_at - ? where next_at is not"
                                    + " null",
                            by,
                            by);
            for (var time : new String[] {"opened_at", "changed_at", "balance_at"}) {
                tx.dsl().execute("update game_round set " + time + " = ? where " + time + " > ?", now, now);
            }
        });
    }

    /** Adds only to the history. */
    void note(String roundId, Attempt attempt) {
        insert(sql, roundId, attempt);
    }

    /** Makes the next attempt of a queued settlement due now. Returns false if the round has none, as an open bet. */
    public boolean retryNow(String roundId) {
        return sql.execute(
                        "update game_round set next_at = ? where round_id = ? and state = ?",
                        clock.millis(),
                        roundId,
                        RoundState.SETTLING.name())
                > 0;
    }

    private Attempt debit(Bet bet, String result) {
        return new Attempt(1, clock.instant(), CallbackKind.DEBIT.name(), bet.transactionId(), result);
    }

    private static void insert(DSLContext sql, String roundId, Attempt attempt) {
        sql.execute(
                "insert into round_attempt (round_id, number, at, kind, transaction_id, verdict) values (?, ?, ?, ?,"
                        + " ?, ?)",
                roundId,
                attempt.number(),
                attempt.at().toEpochMilli(),
                attempt.kind(),
                attempt.transactionId(),
                abbreviate(attempt.verdict()));
    }

    /** Returns an operator's due settlements, longest due first. */
    List<GameRound> due(String operator, int limit) {
        return rounds(
                "select * from game_round where operator = ? and next_at <= ? order by operator, next_at limit ?",
                operator,
                clock.millis(),
                limit);
    }

    /** Returns the time of the next attempt for an operator. */
    Optional<Instant> nextDue(String operator) {
        var next = reading.fetchValue(
                "select min(next_at) from game_round where operator = ? and next_at is not null", operator);
        return Optional.ofNullable((Number) next).map(millis -> Instant.ofEpochMilli(millis.longValue()));
    }

    public Optional<GameRound> find(String roundId) {
        return rounds("select * from game_round where round_id = ?", roundId).stream()
                .findFirst();
    }

    /** Returns the rounds in a state, last changed first. */
    public List<GameRound> inState(RoundState state, int limit) {
        return rounds(
                "select * from game_round where state = ? order by state desc, changed_at desc limit ?",
                state.name(),
                limit);
    }

    /** Returns the retry queue, next attempt first. */
    public List<GameRound> queue(int limit) {
        return rounds(
                "select * from game_round where state = ? and next_at is not null order by next_at limit ?",
                RoundState.SETTLING.name(),
                limit);
    }

    public List<Attempt> history(String roundId) {
        return reading.fetch("select * from round_attempt where round_id = ? order by id", roundId)
                .map(row -> new Attempt(
                        row.get("number", Integer.class),
                        Instant.ofEpochMilli(row.get("at", Long.class)),
                        row.get("kind", String.class),
                        row.get("transaction_id", String.class),
                        row.get("verdict", String.class)));
    }

    public Map<RoundState, Long> counts() {
        var counts = new EnumMap<RoundState, Long>(RoundState.class);
        for (var state : RoundState.values()) {
            counts.put(state, 0L);
        }
        reading.fetch("select state, count(*) as n from game_round group by state")
                .forEach(row ->
                        counts.put(RoundState.valueOf(row.get("state", String.class)), row.get("n", Long.class)));
        return counts;
    }

    public long count(RoundState state) {
        return reading.fetchCount(DSL.table("game_round"), DSL.condition("state = ?", state.name()));
    }

    /** Returns the number of settlements with failed attempts that are still being delivered. */
    public long retrying() {
        return reading.fetchCount(
                DSL.table("game_round"), DSL.condition("state = ? and attempts > 0", RoundState.SETTLING.name()));
    }

    /** Deletes final rounds last changed before {@code moment}, with their history. Undelivered settlements are kept. */
    int forgetFinalBefore(Instant moment) {
        return sql.transactionResult(tx -> {
            var which = "(state in ('REFUSED', 'SETTLED', 'REVERTED', 'CLOSED') and changed_at < ?)";
            tx.dsl()
                    .execute(
                            "delete from round_attempt where round_id in (select round_id from game_round where "
                                    + which + ")",
                            moment.toEpochMilli());
            return tx.dsl().execute("delete from game_round where " + which, moment.toEpochMilli());
        });
    }

    private List<GameRound> rounds(String select, Object... values) {
        return reading.fetch(select, values).map(RoundStore::round);
    }

    static GameRound round(Record row) {
        var currency = CurrencyCode.ofUnlisted(row.get("currency", String.class));
        return new GameRound(
                row.get("operator", String.class),
                bet(row, currency),
                RoundState.valueOf(row.get("state", String.class)),
                settlement(row, currency),
                row.get("attempts", Integer.class),
                Instant.ofEpochMilli(row.get("opened_at", Long.class)),
                Instant.ofEpochMilli(row.get("changed_at", Long.class)),
                instant(row.get("first_at", Long.class)),
                instant(row.get("next_at", Long.class)),
                money(row.get("balance", Long.class), currency),
                row.get("detail", String.class));
    }

    private static Bet bet(Record row, CurrencyCode currency) {
        var campaign = row.get("campaign", String.class);
        return new Bet(
                row.get("debit_id", String.class),
                row.get("round_id", String.class),
                row.get("player", String.class),
                row.get("game", String.class),
                row.get("token", String.class),
                new Money(row.get("stake", Long.class), currency),
                campaign == null
                        ? null
                        : new Bet.Free(
                                campaign,
                                new Money(row.get("free_value", Long.class), currency),
                                row.get("bonus_code", String.class)));
    }

    private static @Nullable Settlement settlement(Record row, CurrencyCode currency) {
        var kind = row.get("settlement", String.class);
        return kind == null
                ? null
                : new Settlement(
                        CallbackKind.valueOf(kind),
                        row.get("settlement_id", String.class),
                        new Money(row.get("payout", Long.class), currency),
                        row.get("body", byte[].class));
    }

    static Settlement settlement(GameRound round) {
        var settlement = round.settlement();
        if (settlement == null) {
            throw new IllegalStateException("Round " + round.id() + " has no settlement yet.");
        }
        return settlement;
    }

    private static @Nullable Money money(@Nullable Long minor, CurrencyCode currency) {
        return minor == null ? null : new Money(minor, currency);
    }

    private static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    private static String abbreviate(String text) {
        return text.length() <= MAX_DETAIL_LENGTH ? text : text.substring(0, MAX_DETAIL_LENGTH) + "…";
    }
}
