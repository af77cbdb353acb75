package dev.operatorkit.wallet.rules;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Represents the decision about a movement: to apply it, or how to answer it if nothing is to be written. {@link RoundRules}
 * creates decisions; later versions may add components to these records. Immutable.
 */
public sealed interface Decision {
    /**
     * Returns the outcome of the movement. If it is to be applied, calls {@code write} first, which writes what {@link
     * Apply} says and returns the transaction that it has written. An exception that it throws is passed on.
     */
    default Outcome toOutcome(Function<Apply, StoredTransaction> write) {
        if (this instanceof Refuse refuse) {
            return refuse.toOutcome();
        }
        var stored = this instanceof Replay replay ? replay.transaction() : write.apply((Apply) this);
        return new Outcome.Applied(stored.toResult());
    }

    /**
     * Applies the movement: write {@link #toStored}, {@link #accountAfter} and {@link #round}, or nothing.
     *
     * @param movement the movement
     * @param account the account before it
     * @param amount the amount to move, never negative
     * @param balanceAfter the resulting balance
     * @param round the round to insert or update; empty when a rollback of an unknown debit leaves another debit's round
     *     unchanged
     * @param isTombstone true for a rollback whose debit is unknown (D-25)
     */
    record Apply(
            Movement movement,
            Account account,
            Money amount,
            Money balanceAfter,
            Optional<Round> round,
            boolean isTombstone)
            implements Decision {
        public Apply {
            Objects.requireNonNull(movement, "movement");
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(amount, "amount");
            Objects.requireNonNull(balanceAfter, "balanceAfter");
            Objects.requireNonNull(round, "round");
        }

        /** Returns the transaction to insert, with your id of it and the time at which it is applied. */
        public StoredTransaction toStored(String operatorTransactionId, Instant createdAt) {
            return movement.toStored()
                    .operatorTransactionId(operatorTransactionId)
                    .amount(amount)
                    .balanceAfter(balanceAfter)
                    .accountVersion(account.version() + 1)
                    .createdAt(createdAt)
                    .build();
        }

        /** Returns the account to update, with its new balance, version and time. */
        public Account accountAfter(Instant updatedAt) {
            return new Account(account.id(), balanceAfter, account.version() + 1, updatedAt);
        }
    }

    /** Returns the stored result of a movement that was applied earlier (IDM-2). */
    record Replay(StoredTransaction transaction) implements Decision {
        public Replay {
            Objects.requireNonNull(transaction, "transaction");
        }
    }

    /**
     * Refuses the movement.
     *
     * @param refusal the reason
     * @param message the error message for the provider
     */
    record Refuse(Refusal refusal, String message) implements Decision {
        public Refuse {
            Objects.requireNonNull(refusal, "refusal");
            Objects.requireNonNull(message, "message");
        }

        Refuse(Refusal refusal) {
            this(refusal, refusal.message());
        }

        /** Returns the outcome. */
        public Outcome toOutcome() {
            return refusal == Refusal.INSUFFICIENT_FUNDS
                    ? new Outcome.InsufficientFunds(message)
                    : new Outcome.Refused(message);
        }
    }
}
