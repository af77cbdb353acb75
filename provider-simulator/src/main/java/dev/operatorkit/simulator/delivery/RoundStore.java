package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.database.Transaction;
import dev.operatorkit.simulator.delivery.Round.Attempt;
import dev.operatorkit.simulator.delivery.Round.Settlement;
import dev.operatorkit.simulator.wallet.Bet;
import dev.operatorkit.simulator.wallet.CallbackKind;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** The rounds and what is owed for them. Every change is one transaction, and stands before the next call is made. */
public final class RoundStore {
    private static final int LONGEST_DETAIL = 1000;

    private final DSLContext sql;
    private final DSLContext reading;
    private final Clock clock;
    private final ReversalListener listener;

    /** The rounds of that database. */
    public RoundStore(Database database, Clock clock, ReversalListener listener) {
        this.listener = listener;
        database.create(RoundStore.class);
        this.sql = database.sql();
        this.reading = database.reading();
        this.clock = clock;
    }

    /** Stores a bet before its debit is sent, together with what making it stores: all or nothing. */
    public Bet open(String operator, Function<Transaction, Bet> making) {
        return sql.transactionResult(tx -> {
            var bet = making.apply(new Transaction(tx.dsl()));
            insert(tx.dsl(), operator, bet);
            return bet;
        });
    }

    private void insert(DSLContext transaction, String operator, Bet bet) {
        var free = bet.free();
        transaction.execute(
                "insert into game_round (round_id, operator, state, debit_id, player, game, token, currency, stake,"
                        + " campaign, free_value, bonus_code, attempts, opened_at, changed_at, detail)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 'the debit is on its way')",
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

    /** The debit was refused; nothing moved. {@code beside} is stored in the same transaction. */
    public void refuse(Bet bet, String words, Consumer<Transaction> beside) {
        sql.transaction(tx -> {
            change(tx.dsl(), bet.roundId(), Change.to(RoundState.REFUSED, words), debit(bet, words));
            beside.accept(new Transaction(tx.dsl()));
        });
    }

    /** The debit stands; nothing is decided before {@code abandonedAt}. */
    public void accept(Bet bet, Money balance, Instant abandonedAt, String words) {
        change(bet.roundId(), new Change(RoundState.BET, abandonedAt, balance, words), debit(bet, words));
    }

    /** Stores the settlement, to be sent from now on; the round's history gets what led to it, if anything is new. */
    public void settle(
            Bet bet, Settlement settlement, @Nullable Money balance, @Nullable String debitWords, String why) {
        sql.transaction(tx -> {
            tx.dsl()
                    .execute(
                            "update game_round set state = ?, settlement = ?, settlement_id = ?, payout = ?, body = ?,"
                                    + " next_at = ?, changed_at = ?, balance = coalesce(?, balance),"
                                    + " balance_at = coalesce(?, balance_at), detail = ?"
                                    + " where round_id = ? and settlement is null",
                            RoundState.SETTLING.name(),
                            settlement.kind().name(),
                            settlement.transactionId(),
                            settlement.payout().minorUnits(),
                            settlement.body(),
                            clock.millis(),
                            clock.millis(),
                            minor(balance),
                            timeOf(balance),
                            abbreviate(why),
                            bet.roundId());
            if (debitWords != null) {
                insert(tx.dsl(), bet.roundId(), debit(bet, debitWords));
            }
        });
    }

    /** The settlement was received: the round is closed. */
    public void finish(Round round, Money balance, Attempt attempt) {
        var credit = settlement(round).kind() == CallbackKind.CREDIT;
        var state = credit ? RoundState.SETTLED : RoundState.REVERTED;
        recordAttempt(round, state, null, balance, attempt);
    }

    /** The settlement was not received: it will be sent again at {@code nextAt}, or wait for a person when that is null. */
    public void postpone(Round round, @Nullable Instant nextAt, Attempt attempt) {
        recordAttempt(round, nextAt == null ? RoundState.REVIEW : RoundState.SETTLING, nextAt, null, attempt);
    }

    private void recordAttempt(
            Round round, RoundState state, @Nullable Instant nextAt, @Nullable Money balance, Attempt attempt) {
        sql.transaction(tx -> {
            tx.dsl()
                    .execute(
                            "update game_round set state = ?, next_at = ?, balance = coalesce(?, balance),"
                                    + " balance_at = coalesce(?, balance_at), detail = ?,"
                                    + " changed_at = ?, attempts = attempts + 1, first_at = coalesce(first_at, ?)"
                                    + " where round_id = ?",
                            state.name(),
                            millis(nextAt),
                            minor(balance),
                            timeOf(balance),
                            abbreviate(attempt.verdict()),
                            clock.millis(),
                            attempt.at().toEpochMilli(),
                            round.id());
            insert(tx.dsl(), round.id(), attempt);
            if (state == RoundState.REVERTED) {
                listener.onReversal(new Transaction(tx.dsl()), round);
            }
        });
    }

    /**
     * What a round becomes.
     *
     * @param nextAt when the simulator acts on it again, or null
     * @param balance null when none was told
     */
    record Change(
            RoundState state,
            @Nullable Instant nextAt,
            @Nullable Money balance,
            String detail) {
        /** Nothing more is to be done by itself. */
        static Change to(RoundState state, String detail) {
            return new Change(state, null, null, detail);
        }
    }

    /** Changes the state of a round and adds to its history. */
    void change(String roundId, Change to, Attempt attempt) {
        sql.transaction(tx -> change(tx.dsl(), roundId, to, attempt));
    }

    private void change(DSLContext transaction, String roundId, Change to, Attempt attempt) {
        transaction.execute(
                "update game_round set state = ?, next_at = ?, balance = coalesce(?, balance),"
                        + " balance_at = coalesce(?, balance_at), detail = ?,"
                        + " changed_at = ? where round_id = ?",
                to.state().name(),
                millis(to.nextAt()),
                minor(to.balance()),
                timeOf(to.balance()),
                abbreviate(to.detail()),
                clock.millis(),
                roundId);
        insert(transaction, roundId, attempt);
    }

    /** Adds to the history alone. */
    void note(String roundId, Attempt attempt) {
        insert(sql, roundId, attempt);
    }

    /** Lets the simulator act on a round now; false when it has nothing to do for it. */
    public boolean retryNow(String roundId) {
        return sql.execute(
                        "update game_round set next_at = ? where round_id = ? and next_at is not null",
                        clock.millis(),
                        roundId)
                > 0;
    }

    private Attempt debit(Bet bet, String words) {
        return new Attempt(1, clock.instant(), CallbackKind.DEBIT.name(), bet.transactionId(), words);
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

    /** What an operator is owed and is due now, the longest due first. */
    List<Round> due(String operator, int limit) {
        return rounds(
                "select * from game_round where operator = ? and next_at <= ? order by operator, next_at limit ?",
                operator,
                clock.millis(),
                limit);
    }

    /** When the next thing is due for an operator. */
    Optional<Instant> nextDue(String operator) {
        var next = reading.fetchValue(
                "select min(next_at) from game_round where operator = ? and next_at is not null", operator);
        return Optional.ofNullable((Number) next).map(millis -> Instant.ofEpochMilli(millis.longValue()));
    }

    /** One round. */
    public Optional<Round> find(String roundId) {
        return rounds("select * from game_round where round_id = ?", roundId).stream()
                .findFirst();
    }

    /** Rounds in a state, the ones that changed last first. */
    public List<Round> inState(RoundState state, int limit) {
        return rounds(
                "select * from game_round where state = ? order by state desc, changed_at desc limit ?",
                state.name(),
                limit);
    }

    /** The newest rounds, of one player when {@code player} is not null. */
    public List<Round> newest(@Nullable String player, int limit) {
        Condition whose = player == null ? DSL.noCondition() : DSL.condition("player = ?", player);
        return reading.select(DSL.asterisk())
                .from("game_round")
                .where(whose)
                .orderBy(DSL.field("opened_at").desc())
                .limit(limit)
                .fetch(RoundStore::round);
    }

    /** The retry queue: settlements that are being delivered, the next one first. */
    public List<Round> queue(int limit) {
        return rounds(
                "select * from game_round where state = ? and next_at is not null order by next_at limit ?",
                RoundState.SETTLING.name(),
                limit);
    }

    /** Everything that was tried for a round, in order. */
    public List<Attempt> history(String roundId) {
        return reading.fetch("select * from round_attempt where round_id = ? order by id", roundId)
                .map(row -> new Attempt(
                        row.get("number", Integer.class),
                        Instant.ofEpochMilli(row.get("at", Long.class)),
                        row.get("kind", String.class),
                        row.get("transaction_id", String.class),
                        row.get("verdict", String.class)));
    }

    /** How many rounds are in each state. */
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

    /** How many rounds are in that state. */
    public long count(RoundState state) {
        return reading.fetchCount(DSL.table("game_round"), DSL.condition("state = ?", state.name()));
    }

    /** How many settlements have been tried and were not received yet. */
    public long retrying() {
        return reading.fetchCount(
                DSL.table("game_round"), DSL.condition("state = ? and attempts > 0", RoundState.SETTLING.name()));
    }

    /** Forgets closed rounds and their history when they last changed before {@code moment}. What is owed always stays. */
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

    private List<Round> rounds(String select, Object... values) {
        return reading.fetch(select, values).map(RoundStore::round);
    }

    private static Round round(Record row) {
        var currency = CurrencyCode.of(row.get("currency", String.class));
        return new Round(
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

    /** The settlement of a round that has one. */
    static Settlement settlement(Round round) {
        var settlement = round.settlement();
        if (settlement == null) {
            throw new IllegalStateException("round " + round.id() + " has no settlement yet");
        }
        return settlement;
    }

    private static @Nullable Money money(@Nullable Long minor, CurrencyCode currency) {
        return minor == null ? null : new Money(minor, currency);
    }

    private static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    private static @Nullable Long millis(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }

    private static @Nullable Long minor(@Nullable Money balance) {
        return balance == null ? null : balance.minorUnits();
    }

    /** Now, when a balance was told. */
    private @Nullable Long timeOf(@Nullable Money balance) {
        return balance == null ? null : clock.millis();
    }

    private static String abbreviate(String words) {
        return words.length() <= LONGEST_DETAIL ? words : words.substring(0, LONGEST_DETAIL) + "…";
    }
}
