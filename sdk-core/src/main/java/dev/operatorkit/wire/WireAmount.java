package dev.operatorkit.wire;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * Holds the value of the fields {@code stake}, {@code payout} and {@code freeRoundData.value}.
 *
 * @param amount the amount as sent: it may be negative or have more decimal places than the currency, which a wallet
 *     checks only after it has looked the transaction up (D-20, D-21)
 * @param currency the currency, or null for the account's currency (D-54)
 */
public record WireAmount(Amount amount, @Nullable String currency) {
    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if the amount is missing (D-20)
     */
    public WireAmount {
        Limits.requirePresent("amount", amount);
        Limits.requireOptionalId("currency", currency);
    }

    /** Converts money to its wire format. */
    public static WireAmount of(Money money) {
        return new WireAmount(money.toAmount(), money.currency().code());
    }

    /**
     * Converts the amount to money in the currency of an account.
     *
     * @param accountCurrency the currency of the account
     * @throws IllegalArgumentException if the amount is negative, names another currency, has more decimal places than
     *     the currency allows, or is too large
     */
    public Money toMoney(CurrencyCode accountCurrency) {
        if (amount.isNegative()) {
            throw new IllegalArgumentException("amount must not be negative");
        }
        if (currency != null && !currency.equals(accountCurrency.code())) {
            throw new IllegalArgumentException("the account's currency is " + accountCurrency + ", not the one sent");
        }
        return amount.toMoney(accountCurrency);
    }
}
