package dev.operatorkit.wallet.engine;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import org.jspecify.annotations.Nullable;

/** Represents the round rules' decision about a movement. */
sealed interface Decision {

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

    /** Returns the stored result of a movement that was applied earlier (IDM-2, D-49). */
    record Replay(StoredTransaction stored) implements Decision {}

    /** Refuses the movement and writes nothing. */
    record Refuse(Refusal refusal) implements Decision {}
}
