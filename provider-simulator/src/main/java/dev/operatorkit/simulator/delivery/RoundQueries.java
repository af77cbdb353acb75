package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.wallet.CallbackReply;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/** What pages ask about several rounds at once; the tables are those of {@link RoundStore}. */
public final class RoundQueries {
    private final DSLContext reading;

    /** Asks about the rounds of that database. */
    public RoundQueries(Database database) {
        this.reading = database.reading();
    }

    /** Returns the newest balance that the wallet told for an account since a moment, if it told one. */
    public Optional<Money> newestBalance(String operator, String account, CurrencyCode currency, Instant since) {
        return reading.fetchOptional(
                        "select balance from game_round where player = ? and operator = ? and currency = ?"
                                + " and balance_at >= ? order by balance_at desc, opened_at desc limit 1",
                        account,
                        operator,
                        currency.code(),
                        since.toEpochMilli())
                .map(row -> new Money(row.get("balance", Long.class), currency));
    }

    /** Returns which of these rounds were answered with a violation of the contract (D-31, D-61). */
    public Set<String> violated(Collection<Round> rounds) {
        var id = DSL.field("round_id", String.class);
        return new HashSet<>(reading.selectDistinct(id)
                .from("round_attempt")
                .where(id.in(rounds.stream().map(Round::id).toList()))
                .and("position(? in verdict) > 0", CallbackReply.VIOLATION)
                .fetch(id));
    }

    /** Returns what the newest answer to a round says that broke the contract, if one did. */
    public Optional<String> violation(String roundId) {
        return reading.fetchOptional(
                        "select verdict from round_attempt where round_id = ? and position(? in verdict) > 0"
                                + " order by id desc limit 1",
                        roundId,
                        CallbackReply.VIOLATION)
                .map(row -> row.get("verdict", String.class));
    }
}
