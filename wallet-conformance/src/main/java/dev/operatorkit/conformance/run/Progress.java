package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.result.CaseResult;
import java.util.List;

/** Follows a run while it goes on; several threads call it. */
public interface Progress {
    /** Receives the number of cases that are about to run, and the players. */
    default void onStart(int cases, List<Player> players) {}

    /** Receives the result of a case that has ended. */
    default void onCaseEnd(CaseResult result) {}

    /** Returns a listener that ignores everything. */
    static Progress none() {
        return new Progress() {};
    }
}
