package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import java.time.Instant;

/**
 * Holds one account of the operator: its balance, and how many ledger entries it has had.
 *
 * @param id the value that callbacks send as {@code accountId} and {@code playerId}
 * @param balance the current balance, never negative
 * @param version the number of ledger entries of this account, entries of amount zero included; orders them without
 *     relying on a clock
 * @param updatedAt the time of the last ledger entry
 */
public record Account(String id, Money balance, long version, Instant updatedAt) {}
