package dev.operatorkit.conformance;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Keeps which gates of a run are broken. */
final class Gates {
    private final Set<Gate> broken = Collections.synchronizedSet(EnumSet.noneOf(Gate.class));

    /** Records the result of a case, if it judges a gate. */
    void record(CaseResult result) {
        if (result.verdict() == Verdict.FAILED) {
            Gate.judgedBy(result.testCase()).ifPresent(broken::add);
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
        return broken.contains(Gate.CREDIT) && broken.contains(Gate.ROLLBACK)
                ? "neither credits nor rollbacks work, so that no stake can be returned to the players"
                : "";
    }
}
