/**
 * Represents exact amounts of money (WAL-16, D-19, D-20). {@link dev.operatorkit.money.Money} is an amount in a
 * currency, and {@link dev.operatorkit.money.Amount} is a decimal number received without a currency. Nothing is ever
 * rounded. Every type of this package is immutable.
 *
 * <p>Ids such as WAL-16 and D-19 are explained in {@code docs/rules.md} and {@code docs/decisions.md} of the
 * OperatorKit repository.
 */
@NullMarked
package dev.operatorkit.money;

import org.jspecify.annotations.NullMarked;
