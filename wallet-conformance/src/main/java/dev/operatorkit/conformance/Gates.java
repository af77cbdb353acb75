package dev.operatorkit.conformance;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Keeps which gates of a run are broken. */
final class Gates {
    private static final Set<String> REPORTING = Set.of("WAL-2", "WAL-13");

    private final Set<Gate> broken = Collections.synchronizedSet(EnumSet.noneOf(Gate.class));

    /** The settlements of which only what a response or the player callback says is wrong: money moves as it should. */
    private final Set<Gate> misreported = Collections.synchronizedSet(EnumSet.noneOf(Gate.class));

    /** Records the result of a case, if it judges a gate. */
    void record(CaseResult result) {
        var failure = result.failure();
        if (failure != null) {
            Gate.judgedBy(result.testCase()).ifPresent(gate -> {
                broken.add(gate);
                if (REPORTING.contains(failure.rule())) {
                    misreported.add(gate);
                }
            });
        }
    }

    /** Skips the case that is under way when it needs a broken gate; the case that judges the gate itself goes on. */
    void require(Gate gate, Case underWay) {
        if (broken.contains(gate) && !gate.caseId().equals(underWay.id())) {
            throw new SkipCase(gate.blocking());
        }
    }

    /** Returns why no case can run at all, or an empty text. */
    String stop() {
        if (broken.contains(Gate.PLAYER)) {
            return Gate.PLAYER.blocking();
        }
        if (broken.contains(Gate.TOKEN)) {
            return Gate.TOKEN.blocking();
        }
        return isUseless(Gate.CREDIT) && isUseless(Gate.ROLLBACK)
                ? "neither credits nor rollbacks work, so no stake can be returned to the players"
                : "";
    }

    private boolean isUseless(Gate settlement) {
        return broken.contains(settlement) && !misreported.contains(settlement);
    }
}
