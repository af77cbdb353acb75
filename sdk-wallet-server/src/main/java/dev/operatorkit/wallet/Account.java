package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import java.time.Instant;

/**
 * Holds a player's account at the operator: its balance, and the number of its ledger entries.
 *
 * @param id the account id, which callbacks send as {@code playerId} in bodies and as {@code accountId} in the path of
 *     the lookup
 * @param balance the current balance, never negative
 * @param version the number of ledger entries of this account so far, including those of amount zero; it gives the
 *     entries an order that does not depend on a clock
 * @param updatedAt the time of the last ledger entry
 */
public record Account(String id, Money balance, long version, Instant updatedAt) {}
