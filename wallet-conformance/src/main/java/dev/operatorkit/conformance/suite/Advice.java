package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.wire.WalletResponse;
import java.util.List;

/** Holds what a decision recommends where the specification leaves a status open, and the statuses that follow it. */
public record Advice(String decision, String words, List<Integer> statuses) {
    /** Returns what a decision recommends, and the statuses that follow it. */
    public static Advice advise(String decision, String words, Integer... statuses) {
        return new Advice(decision, words, List.of(statuses));
    }

    /** Returns the most frequent recommendation: a refusal with 422. */
    public static Advice refuse(String decision) {
        return advise(decision, "refuse with 422", 422);
    }

    /** Records the status that {@code what} got. */
    public Observation of(String what, WalletResponse answer) {
        var seen = Observation.subject(what) + ": status " + answer.status();
        return Observation.of(decision, seen, words, statuses.contains(answer.status()));
    }
}
