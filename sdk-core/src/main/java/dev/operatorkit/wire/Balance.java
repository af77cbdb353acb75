package dev.operatorkit.wire;

import dev.operatorkit.money.Money;
import java.time.Instant;

/**
 * Holds a balance at a point in time.
 *
 * @param money the amount and its currency
 * @param updatedAt the time of its last change; written in UTC with milliseconds (D-50)
 */
public record Balance(Money money, Instant updatedAt) {
    public Balance {
        Limits.requirePresent("money", money);
        Limits.requirePresent("updatedAt", updatedAt);
    }
}
