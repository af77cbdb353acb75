package dev.operatorkit.wallet;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Holds the ids that this wallet may still write or may have written: their movements wait, are in progress, or ended
 * with an unknown outcome. A read that does not find such an id proves nothing (D-29). Not thread-safe: {@link
 * CommitQueue} holds its lock.
 */
final class PendingIds {
    private static final int MAX_UNKNOWN = 10_000;

    private final Map<String, Integer> inProgress = new HashMap<>();
    private final Set<String> unknown = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_UNKNOWN;
        }
    });

    void add(String id) {
        inProgress.merge(id, 1, Integer::sum);
    }

    /** Removes one movement with this id that was never attempted. */
    void remove(String id) {
        inProgress.computeIfPresent(id, (same, count) -> count == 1 ? null : count - 1);
    }

    /**
     * Removes one movement that was attempted. One that was stored, refused or is guaranteed not to have been written
     * is no longer unknown, since it was looked up under the lock.
     */
    void end(String id, MovementResult result) {
        remove(id);
        if (result instanceof MovementResult.Indeterminate) {
            unknown.add(id);
        } else if (!(result instanceof MovementResult.NotLookedUp)) {
            unknown.remove(id);
        }
    }

    boolean contains(String id) {
        return inProgress.containsKey(id) || unknown.contains(id);
    }
}
