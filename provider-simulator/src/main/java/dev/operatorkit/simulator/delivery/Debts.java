package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.delivery.Debt.State;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Lists the rounds in manual review with what is owed for each, and sums it up per player and currency. */
public record Debts(List<Item> items) {
    /** Copies the list. */
    public Debts {
        items = List.copyOf(items);
    }

    /** Holds a round in manual review. */
    public record Item(Round round, Debt debt, List<Sent> callbacks) {}

    /**
     * Holds what was sent of one transaction.
     *
     * @param kind the callback
     * @param times how often it was sent
     * @param last the last result
     */
    public record Sent(String kind, String transactionId, int times, String last) {}

    /**
     * Holds what one player gets.
     *
     * @param currency its code
     * @param owed the sum that is owed
     * @param unknown the sum for which a lookup comes first
     * @param rounds the number of rounds
     */
    public record Sum(String operator, String player, String currency, String owed, String unknown, int rounds) {}

    /** Returns the debts of these rounds. */
    public static Debts of(List<Round> rounds, RoundStore store) {
        var items = new ArrayList<Item>();
        for (var round : rounds) {
            var history = store.history(round.id());
            items.add(new Item(round, Debt.of(round, history), sent(history)));
        }
        return new Debts(items);
    }

    private static List<Sent> sent(List<Attempt> history) {
        var sent = new LinkedHashMap<String, Sent>();
        for (var entry : history) {
            var id = entry.transactionId();
            if (id != null) {
                sent.merge(
                        entry.kind() + " " + id,
                        new Sent(entry.kind().toLowerCase(Locale.ROOT), id, 1, entry.verdict()),
                        (before, now) -> new Sent(now.kind(), now.transactionId(), before.times() + 1, now.last()));
            }
        }
        return List.copyOf(sent.values());
    }

    /** Returns what each player gets in each currency, without players who get nothing. */
    public List<Sum> sums() {
        Map<List<String>, List<Item>> byPlayer = new TreeMap<>(Comparator.comparing(String::valueOf));
        for (var item : items) {
            if (item.debt().state() != State.NOTHING) {
                byPlayer.computeIfAbsent(
                                List.of(
                                        item.round().operator(),
                                        item.round().bet().playerId(),
                                        item.debt().amount().currency().code()),
                                any -> new ArrayList<>())
                        .add(item);
            }
        }
        return byPlayer.entrySet().stream()
                .map(entry -> new Sum(
                        entry.getKey().get(0),
                        entry.getKey().get(1),
                        entry.getKey().get(2),
                        sum(entry.getValue(), State.OWED),
                        sum(entry.getValue(), State.UNKNOWN),
                        entry.getValue().size()))
                .toList();
    }

    private static String sum(List<Item> items, State state) {
        return items.stream()
                .filter(item -> item.debt().state() == state)
                .map(item -> item.debt().amount())
                .map(Debts::decimal)
                .reduce(BigDecimal::add)
                .map(sum -> sum.toPlainString() + " "
                        + items.getFirst().debt().amount().currency().code())
                .orElse("");
    }

    private static BigDecimal decimal(Money amount) {
        return BigDecimal.valueOf(amount.minorUnits(), amount.currency().decimals());
    }
}
