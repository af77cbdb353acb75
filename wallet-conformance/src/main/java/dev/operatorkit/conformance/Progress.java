package dev.operatorkit.conformance;

import java.util.List;

/** Told of a run while it goes on; called by several threads. */
public interface Progress {
    /** So many cases are about to run, for these players. */
    void onStart(int cases, List<Player> players);

    /** One more case has ended. */
    void onCaseEnd(CaseResult result);

    /** Somebody who does not want to know. */
    static Progress none() {
        return new Progress() {
            @Override
            public void onStart(int cases, List<Player> players) {}

            @Override
            public void onCaseEnd(CaseResult result) {}
        };
    }
}
