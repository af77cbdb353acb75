package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Limits;
import java.util.Objects;

/**
 * Requests a change of a balance that the provider does not send: a deposit, withdrawal, bonus or correction.
 *
 * <pre>{@code
 * Posting.deposit(Money.of("50.00", "EUR")).account("player-1").reference("payment-17")
 * }</pre>
 *
 * @param accountId the account
 * @param reference your id of this change, such as the id of a payment: a posting with the same reference is applied
 *     once. References and the provider's transactionIds are kept apart, so that they may be equal
 * @param change the amount to add to the balance; negative to subtract it
 */
public record Posting(String accountId, String reference, Money change) {
    /**
     * Validates the reference and the change.
     *
     * @throws IllegalArgumentException if the reference is not 1 to {@value dev.operatorkit.wire.Limits#MAX_ID_LENGTH}
     *     characters without control characters, or the change is zero
     */
    public Posting {
        Objects.requireNonNull(accountId, "accountId");
        Objects.requireNonNull(change, "change");
        if (!Limits.isId(reference)) {
            throw new IllegalArgumentException("The reference of a posting must have 1 to " + Limits.MAX_ID_LENGTH
                    + " characters and no control characters. Use the id of the payment.");
        }
        if (change.isZero()) {
            throw new IllegalArgumentException("The posting " + reference + " changes nothing. Give an amount.");
        }
    }

    /**
     * Begins a posting that adds money, such as a deposit or a bonus.
     *
     * @throws IllegalArgumentException if the amount is not more than zero
     */
    public static OfAmount deposit(Money amount) {
        return new OfAmount(requirePositive(amount));
    }

    /**
     * Begins a posting that subtracts money.
     *
     * @throws IllegalArgumentException if the amount is not more than zero
     */
    public static OfAmount withdrawal(Money amount) {
        return new OfAmount(Money.zero(amount.currency()).minus(requirePositive(amount)));
    }

    /** Begins a posting in either direction: a negative change subtracts money. */
    public static OfAmount correction(Money change) {
        return new OfAmount(change);
    }

    private static Money requirePositive(Money amount) {
        if (amount.minorUnits() <= 0) {
            throw new IllegalArgumentException("The amount must be more than 0, not " + amount + ".");
        }
        return amount;
    }

    /** Holds the amount of a posting whose account is not named yet. */
    public record OfAmount(Money change) {
        public OfAmount {
            Objects.requireNonNull(change, "change");
        }

        /** Names the account. */
        public OfAccount account(String accountId) {
            return new OfAccount(accountId, change);
        }
    }

    /** Holds the account and the amount of a posting whose reference is not named yet. */
    public record OfAccount(String accountId, Money change) {
        public OfAccount {
            Objects.requireNonNull(accountId, "accountId");
            Objects.requireNonNull(change, "change");
        }

        /** Names the reference and completes the posting. */
        public Posting reference(String reference) {
            return new Posting(accountId, reference, change);
        }
    }
}
