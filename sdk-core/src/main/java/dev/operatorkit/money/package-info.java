/**
 * Represents exact amounts of money (WAL-16, D-19, D-20). {@link dev.operatorkit.money.Money} is an amount in a
 * currency, {@link dev.operatorkit.money.Amount} a decimal number that was received without one. Nothing is ever
 * rounded.
 *
 * <p>Ids such as WAL-16 and D-19 refer to {@code docs/rules.md} and {@code docs/decisions.md}.
 */
@NullMarked
package dev.operatorkit.money;

import org.jspecify.annotations.NullMarked;
