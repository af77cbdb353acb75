package dev.operatorkit.conformance.suite;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps which gates of a run are broken. */
public final class Gates {
    private static final Set<String> REPORTING = Set.of("WAL-2", "WAL-13");

    private final Map<Gate, String> brokenRules = new ConcurrentHashMap<>();

    /** Records how a case ended, if it judges a gate. */
    public void record(String caseId, @Nullable Failure failure) {
        if (failure != null) {
            Arrays.stream(Gate.values())
                    .filter(gate -> gate.caseId().equals(caseId))
                    .forEach(gate -> brokenRules.put(gate, failure.rule()));
        }
    }

    /** Skips the case in progress when it needs a broken gate; the case that judges the gate itself goes on. */
    void require(Gate gate, String inProgress) {
        if (brokenRules.containsKey(gate) && !gate.caseId().equals(inProgress)) {
            throw new SkipCase(gate.blocking());
        }
    }

    /** Returns why no case can run at all, or an empty text. */
    public String stop() {
        for (var gate : List.of(Gate.PLAYER, Gate.TOKEN)) {
            if (brokenRules.containsKey(gate)) {
                return gate.blocking();
            }
        }
        return isUseless(Gate.CREDIT) && isUseless(Gate.ROLLBACK)
                ? "neither credits nor rollbacks work, so no stake can be returned to the players"
                : "";
    }

    /** Returns false for a settlement of which only a response or the player callback is wrong: money moves as it should. */
    private boolean isUseless(Gate settlement) {
        return !REPORTING.contains(brokenRules.getOrDefault(settlement, "WAL-2"));
    }
}
