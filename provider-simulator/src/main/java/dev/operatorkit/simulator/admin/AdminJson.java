package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.delivery.Attempt;
import dev.operatorkit.simulator.time.Durations;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.ExchangeAmounts;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Converts the simulator's objects to the JSON of the admin API. */
public final class AdminJson {
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
    private static final double MICROS = 1000.0;

    private AdminJson() {}

    /** Returns an exchange, with its bytes in Base64 if {@code raw}. */
    public static ObjectNode exchange(Entry entry, boolean raw) {
        var amounts = ExchangeAmounts.of(entry);
        var json = object().put("id", entry.id())
                .put("at", time(entry.at()))
                .put("systemTime", time(entry.wallAt()))
                .put("direction", entry.direction().name())
                .put("operator", entry.operator())
                .put("kind", entry.kind())
                .put("player", entry.player())
                .put("round", entry.round())
                .put("transaction", entry.transaction())
                .put("attempt", entry.attempt())
                .put("status", entry.status())
                .put("verdict", entry.verdict())
                .put("judgement", entry.judgement().name())
                .put("hint", entry.hint())
                .put("fault", entry.fault())
                .put("amount", amounts.moved())
                .put("balance", amounts.balance())
                .put("original", entry.original() == 0 ? null : (Long) entry.original())
                .put("millis", entry.micros() / MICROS);
        if (raw) {
            json.put("request", entry.request())
                    .put("response", entry.response())
                    .put("signed", entry.signed());
        }
        return json;
    }

    static ObjectNode fault(Fault fault) {
        return object().put("id", fault.id())
                .put("kind", fault.kind().name())
                .put("operator", fault.operator())
                .put(
                        "callback",
                        fault.callback() == null ? null : fault.callback().name())
                .put("player", fault.player())
                .put("times", fault.times() == Fault.UNTIL_SWITCHED_OFF ? null : (Integer) fault.times())
                .put("time", Durations.format(fault.time()))
                .put("timesApplied", fault.timesApplied());
    }

    static ObjectNode round(GameRound round) {
        var bet = round.bet();
        var json = object().put("id", round.id())
                .put("operator", round.operator())
                .put("player", bet.playerId())
                .put("game", bet.gameId())
                .put("state", round.state().name());
        json.putObject("debit").put("transactionId", bet.transactionId()).set("stake", money(bet.stake()));
        var free = bet.free();
        if (free != null) {
            json.putObject("freeRound").put("campaign", free.campaign()).set("value", money(free.value()));
        }
        var settlement = round.settlement();
        if (settlement != null) {
            json.putObject("settlement")
                    .put("kind", settlement.kind().name())
                    .put("transactionId", settlement.transactionId())
                    .set("payout", money(settlement.payout()));
        }
        json.put("attempts", round.attempts())
                .put("openedAt", time(round.openedAt()))
                .put("changedAt", time(round.changedAt()))
                .put("nextAt", time(round.nextAt()));
        json.set("balance", money(round.balance()));
        return json.put("detail", round.detail());
    }

    static ObjectNode attempt(Attempt attempt) {
        return object().put("number", attempt.number())
                .put("at", time(attempt.at()))
                .put("kind", attempt.kind())
                .put("transactionId", attempt.transactionId())
                .put("verdict", attempt.verdict());
    }

    static @Nullable ObjectNode money(@Nullable Money money) {
        return money == null
                ? null
                : object().put("amount", money.toAmount().value())
                        .put("currency", money.currency().code());
    }

    static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : TIME.format(instant);
    }

    static <T> ObjectNode listOf(String name, List<T> values, BiConsumer<ArrayNode, T> adding) {
        var json = object();
        var array = json.putArray(name);
        values.forEach(value -> adding.accept(array, value));
        return json;
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
