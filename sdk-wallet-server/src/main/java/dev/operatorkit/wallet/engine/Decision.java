package dev.operatorkit.wallet.engine;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Round;
import org.jspecify.annotations.Nullable;

/** Represents the round rules' decision about a movement: to apply it, or its result if nothing is to be written. */
sealed interface Decision permits Decision.Apply, MovementResult.Stored, MovementResult.Refused {

    /**
     * Applies the movement.
     *
     * @param amount the amount to move, never negative
     * @param balanceAfter the resulting balance
     * @param round the resulting round, or null when a rollback of an unknown debit leaves another debit's round
     *     unchanged
     * @param tombstone true for a rollback whose debit is unknown (D-25)
     */
    record Apply(Money amount, Money balanceAfter, @Nullable Round round, boolean tombstone) implements Decision {}
}
