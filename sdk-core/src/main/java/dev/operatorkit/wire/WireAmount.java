package dev.operatorkit.wire;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * The value of {@code stake}, {@code payout} and {@code freeRoundData.value}.
 *
 * @param amount as sent: it may be negative or have more decimals than the currency, which a wallet judges only after it has
 *     looked the transaction up (D-20, D-21)
 * @param currency absent means the account's currency (D-54)
 */
public record WireAmount(Amount amount, @Nullable String currency) {
    /** Refuses a missing amount (D-20). */
    public WireAmount {
        Limits.requirePresent("amount", amount);
        Limits.requireOptionalId("currency", currency);
    }

    /** That much, with its currency named. */
    public static WireAmount of(Money money) {
        return new WireAmount(money.toAmount(), money.currency().code());
    }

    /**
     * The money this is for an account in that currency, never negative; IllegalArgumentException when it is below zero, of
     * another currency, or has decimals that the currency has not.
     */
    public Money toMoney(CurrencyCode account) {
        if (amount.isNegative()) {
            throw new IllegalArgumentException("amount must not be negative");
        }
        if (currency != null && !currency.equals(account.code())) {
            throw new IllegalArgumentException("the account's currency is " + account + ", not the one sent");
        }
        return amount.toMoney(account);
    }
}
