package dev.operatorkit.wallet;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts the movements of each id that wait or are in progress and may be written. Not thread-safe: {@link MovementQueue}
 * holds its lock.
 */
final class PendingIds {
    private final Map<String, Integer> movements = new HashMap<>();

    void add(Movement movement) {
        if (movement.lookUpOnly() == null) {
            movements.merge(movement.transactionId(), 1, Integer::sum);
        }
    }

    void remove(Movement movement) {
        if (movement.lookUpOnly() == null) {
            movements.computeIfPresent(movement.transactionId(), (id, count) -> count == 1 ? null : count - 1);
        }
    }

    boolean contains(String id) {
        return movements.containsKey(id);
    }
}
