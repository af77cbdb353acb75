package dev.operatorkit.benchmarks.wallet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Lets contenders take turns, so that other work on the machine affects all alike, and compares them turn by turn. */
final class Turns {
    private final Map<Contender, List<Pass>> passes = new LinkedHashMap<>();

    private Turns() {}

    /** Runs every contender this many times. Every other turn goes backwards, so that none always follows the same one. */
    static Turns take(int turns, List<Contender> contenders) throws Exception {
        var taken = new Turns();
        contenders.forEach(contender -> taken.passes.put(contender, new ArrayList<>()));
        for (var turn = 0; turn < turns; turn++) {
            for (var contender : turn % 2 == 0 ? contenders : contenders.reversed()) {
                taken.of(contender).add(contender.run());
            }
        }
        return taken;
    }

    /** Prints one row for each contender. */
    Turns print() {
        Table.head();
        passes.forEach((contender, all) -> Table.row(contender.name(), all));
        return this;
    }

    /** Returns a contender's median of a figure. */
    double median(Contender contender, ToDoubleFunction<Pass> figure) {
        return Table.median(of(contender).stream().mapToDouble(figure).toArray());
    }

    /** Prints how many times faster one contender is, and how many times the processor time of one unit the other takes. */
    void compare(Contender one, Contender other, String goal) {
        var rates = ratios(one, other);
        var times = pairs(one, other, (first, second) -> second.serverMicros() / first.serverMicros());
        Table.ratio(one.name() + " ÷ " + other.name(), rates, times, goal);
    }

    /** Returns how many times faster one contender was, for each turn. */
    double[] ratios(Contender one, Contender other) {
        return pairs(one, other, (first, second) -> first.perSecond() / second.perSecond());
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
