package dev.operatorkit.wallet;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The ids of which this wallet may still write, or may have written: their movements wait, are under way, or ended with an
 * unknown outcome. A read that does not find such an id proves nothing (D-29). Not safe for many threads: {@link CommitQueue}
 * holds its lock.
 */
final class PendingIds {
    private static final int MOST_UNKNOWN = 10_000;

    private final Map<String, Integer> underWay = new HashMap<>();
    private final Set<String> unknown = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_UNKNOWN;
        }
    });

    void add(String id) {
        underWay.merge(id, 1, Integer::sum);
    }

    /** Ends one of the movements with this id that was never tried. */
    void remove(String id) {
        underWay.computeIfPresent(id, (same, count) -> count == 1 ? null : count - 1);
    }

    /** Ends one that was tried. What was stored, refused or surely not written is known again, for it was looked up locked. */
    void end(String id, MovementResult result) {
        remove(id);
        if (result instanceof MovementResult.Indeterminate) {
            unknown.add(id);
        } else if (!(result instanceof MovementResult.NotLookedUp)) {
            unknown.remove(id);
        }
    }

    boolean contains(String id) {
        return underWay.containsKey(id) || unknown.contains(id);
    }
}
