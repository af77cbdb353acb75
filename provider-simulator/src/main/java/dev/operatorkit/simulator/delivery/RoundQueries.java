package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.wallet.CallbackReply;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Queries several rounds for the pages, from the tables of {@link RoundStore}. */
public final class RoundQueries {
    private final DSLContext reading;

    public RoundQueries(Database database) {
        this.reading = database.reading();
    }

    /** Returns the newest rounds, only those of one player or in one state if these are not null. */
    public List<GameRound> newest(@Nullable String player, @Nullable RoundState state, int limit) {
        Condition whose = player == null ? DSL.noCondition() : DSL.condition("player = ?", player);
        // The index of states is used only if the order begins with the state.
        var order = player == null && state != null
                ? List.of(DSL.field("state").desc(), DSL.field("changed_at").desc())
                : List.of(DSL.field("opened_at").desc());
        Condition in = state == null ? DSL.noCondition() : DSL.condition("state = ?", state.name());
        return reading.select(DSL.asterisk())
                .from("game_round")
                .where(whose)
                .and(in)
                .orderBy(order)
                .limit(limit)
                .fetch(RoundStore::round);
    }

    /**
     * Returns the newest balance that the wallet returned for an account since a moment, unless one of the time {@code opening} is newer.
     * A repeated settlement gets the balance of its first time, so the wallet's own times decide, and the time of arrival among equals.
     */
    public Optional<Money> newestBalance(
            String operator, String account, CurrencyCode currency, Instant since, Instant opening) {
        return reading.fetchOptional(
                        "select balance from game_round where player = ? and operator = ? and currency = ?"
                                + " and balance_at >= ? and balance_updated >= ?"
                                + " order by balance_updated desc, balance_at desc, opened_at desc limit 1",
                        account,
                        operator,
                        currency.code(),
                        since.toEpochMilli(),
                        opening.toEpochMilli())
                .map(row -> new Money(row.get("balance", Long.class), currency));
    }

    /** Returns the ids of the rounds with a contract violation (D-31, D-61). */
    public Set<String> violated(Collection<GameRound> rounds) {
        var id = DSL.field("round_id", String.class);
        return new HashSet<>(reading.selectDistinct(id)
                .from("round_attempt")
                .where(id.in(rounds.stream().map(GameRound::id).toList()))
                .and("position(? in verdict) > 0", CallbackReply.VIOLATION)
                .fetch(id));
    }

    public Optional<String> violation(String roundId) {
        return reading.fetchOptional(
                        "select verdict from round_attempt where round_id = ? and position(? in verdict) > 0"
                                + " order by id desc limit 1",
                        roundId,
                        CallbackReply.VIOLATION)
                .map(row -> row.get("verdict", String.class));
    }
}
