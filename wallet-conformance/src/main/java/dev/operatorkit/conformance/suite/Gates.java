package dev.operatorkit.conformance.suite;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps which gates of a run are broken. */
public final class Gates {
    private static final Set<String> REPORTING = Set.of("WAL-2", "WAL-13");

    private final Set<Gate> broken = Collections.synchronizedSet(EnumSet.noneOf(Gate.class));

    /** The settlements of which only what a response or the player callback says is wrong: money moves as it should. */
    private final Set<Gate> misreported = Collections.synchronizedSet(EnumSet.noneOf(Gate.class));

    /** Records how a case ended, if it judges a gate. */
    public void record(String caseId, @Nullable Failure failure) {
        if (failure != null) {
            Gate.judgedBy(caseId).ifPresent(gate -> {
                broken.add(gate);
                if (REPORTING.contains(failure.rule())) {
                    misreported.add(gate);
                }
            });
        }
    }

    /** Skips the case that is under way when it needs a broken gate; the case that judges the gate itself goes on. */
    void require(Gate gate, String underWay) {
        if (broken.contains(gate) && !gate.caseId().equals(underWay)) {
            throw new SkipCase(gate.blocking());
        }
    }

    /** Returns why no case can run at all, or an empty text. */
    public String stop() {
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
