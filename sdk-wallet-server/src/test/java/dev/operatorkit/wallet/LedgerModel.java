package dev.operatorkit.wallet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Restates the specification as a list of what happened, searched for every question; it shares nothing with the code
 * under test.
 */
final class LedgerModel {
    private record Entry(ModelTest.Step step, long change, long after) {}

    private final List<Entry> book = new ArrayList<>();
    private final Map<String, Long> start = new HashMap<>();

    void open(String player, long balance) {
        start.put(player, balance);
    }

    long balance(String player) {
        return start.getOrDefault(player, 0L)
                + book.stream()
                        .filter(e -> e.step.player().equals(player))
                        .mapToLong(e -> e.change)
                        .sum();
    }

    String ask(ModelTest.Step asked) {
        for (var e : book) {
            if (e.step.id().equals(asked.id())) {
                var again =
                        e.step.kind().equals(asked.kind()) && e.step.player().equals(asked.player());
                return again ? "200 " + e.after : "422";
            }
        }
        if (asked.kind().equals("debit")) {
            return debit(asked);
        }
        var barred = book.stream().anyMatch(e -> settles(e.step, asked.id()));
        return barred || asked.id().equals(asked.debit()) ? "422" : settlement(asked);
    }

    private String debit(ModelTest.Step asked) {
        var undone = book.stream().anyMatch(e -> settles(e.step, asked.id()));
        // A rollback that came first has used up the round like a bet would have.
        var used = book.stream()
                .anyMatch(e ->
                        e.step.player().equals(asked.player()) && e.step.round().equals(asked.round()));
        if (undone || used || (asked.free() && asked.amount() != 0)) {
            return "422";
        }
        return asked.amount() > balance(asked.player()) ? "409" : enter(asked, -asked.amount());
    }

    private String settlement(ModelTest.Step asked) {
        var settled = book.stream().anyMatch(e -> settles(e.step, asked.debit()));
        var bet = book.stream().filter(e -> e.step.id().equals(asked.debit())).findFirst();
        if (settled) {
            return "422";
        }
        if (bet.isEmpty()) {
            return asked.kind().equals("rollback") ? enter(asked, 0) : "422";
        }
        var of = bet.get().step;
        var fits = of.kind().equals("debit")
                && of.player().equals(asked.player())
                && of.round().equals(asked.round());
        if (!fits) {
            return "422";
        }
        return enter(asked, asked.kind().equals("rollback") ? of.amount() : asked.amount());
    }

    private static boolean settles(ModelTest.Step step, String debit) {
        return !step.kind().equals("debit") && step.debit().equals(debit);
    }

    private String enter(ModelTest.Step step, long change) {
        var after = balance(step.player()) + change;
        book.add(new Entry(step, change, after));
        return "200 " + after;
    }
}
