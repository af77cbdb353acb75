package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import java.time.Instant;

/**
 * An account as the store holds it.
 *
 * @param id what the callbacks call {@code accountId} and {@code playerId}
 * @param balance never below zero
 * @param version grows by one with every entry, so that the order of entries needs no clock
 * @param updatedAt when the balance last changed
 */
public record Account(String id, Money balance, long version, Instant updatedAt) {}
