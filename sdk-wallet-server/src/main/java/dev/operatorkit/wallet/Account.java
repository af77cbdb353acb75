package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import java.time.Instant;

/**
 * An account as the store holds it.
 *
 * @param id what the callbacks call {@code accountId} and {@code playerId}
 * @param balance never below zero
 * @param version grows by one with every entry, one of amount zero included, so that the order needs no clock
 * @param updatedAt when its last entry was made
 */
public record Account(String id, Money balance, long version, Instant updatedAt) {}
