package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import org.jspecify.annotations.Nullable;

/** What the rules say to a movement. */
sealed interface Decision {

    /**
     * Do it.
     *
     * @param amount what moves, never negative
     * @param balanceAfter the balance it leads to
     * @param round the round as it is afterwards, or null when a rollback of an unknown debit leaves another's round alone
     * @param tombstone a rollback of a debit that is not there (D-25)
     */
    record Apply(Money amount, Money balanceAfter, @Nullable Round round, boolean tombstone) implements Decision {}

    /** It was done before: answer as then (IDM-2, D-49). */
    record Replay(StoredTransaction stored) implements Decision {}

    /** Not done, nothing is written. */
    record Refuse(Refusal refusal) implements Decision {}
}
