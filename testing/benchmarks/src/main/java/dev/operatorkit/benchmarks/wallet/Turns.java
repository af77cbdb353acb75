package dev.operatorkit.benchmarks.wallet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Lets contenders take turns, so that other work on the machine affects all alike, and compares them turn by turn. */
final class Turns {
    private final Map<Contender, List<Pass>> passes = new LinkedHashMap<>();

    private boolean backwards;

    Turns(List<Contender> contenders) {
        contenders.forEach(contender -> passes.put(contender, new ArrayList<>()));
    }

    /** Runs every contender this many times. */
    static Turns take(int turns, List<Contender> contenders) throws Exception {
        var taken = new Turns(contenders);
        for (var turn = 0; turn < turns; turn++) {
            taken.take();
        }
        return taken;
    }

    /** Runs every contender once. Every other turn goes backwards, so that none always follows the same one. */
    void take() throws Exception {
        var contenders = List.copyOf(passes.keySet());
        for (var contender : backwards ? contenders.reversed() : contenders) {
            of(contender).add(contender.run());
        }
        backwards = !backwards;
    }

    /** Prints one row for each contender. */
    Turns print() {
        Table.head();
        passes.forEach((contender, all) -> Table.row(contender.name(), all));
        return this;
    }

    /** Prints how many times faster one contender is, and how many times the processor time of one unit the other takes. */
    void compare(Contender one, Contender other, String goal) {
        var rates = pairs(one, other, (first, second) -> first.perSecond() / second.perSecond());
        var times = pairs(one, other, (first, second) -> second.serverMicros() / first.serverMicros());
        Table.ratio(one.name() + " ÷ " + other.name(), rates, times, goal);
    }

    private interface Ratio {
        double of(Pass one, Pass other);
    }

    private double[] pairs(Contender one, Contender other, Ratio ratio) {
        var first = of(one);
        var second = of(other);
        return IntStream.range(0, first.size())
                .mapToDouble(turn -> ratio.of(first.get(turn), second.get(turn)))
                .toArray();
    }

    private List<Pass> of(Contender contender) {
        var all = passes.get(contender);
        if (all == null) {
            throw new IllegalArgumentException(contender.name() + " took no turn");
        }
        return all;
    }
}
