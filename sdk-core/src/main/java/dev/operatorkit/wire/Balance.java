package dev.operatorkit.wire;

import dev.operatorkit.money.Money;
import java.time.Instant;

/**
 * A balance as it was at a moment.
 *
 * @param money amount and currency
 * @param updatedAt when it last changed; on the wire UTC with milliseconds (D-50)
 */
public record Balance(Money money, Instant updatedAt) {}
