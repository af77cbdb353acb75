package dev.operatorkit.wire;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * The value of {@code stake}, {@code payout} and {@code freeRoundData.value}.
 *
 * @param amount as sent
 * @param currency absent means the account's currency (D-54)
 */
public record WireAmount(Amount amount, @Nullable String currency) {
    /** Refuses a missing amount (D-20). */
    public WireAmount {
        if (amount == null) {
            throw new IllegalArgumentException("amount is missing");
        }
    }

    /** The money this is for an account in that currency; IllegalArgumentException on another currency or decimals. */
    public Money in(CurrencyCode account) {
        if (currency != null && !currency.equals(account.code())) {
            throw new IllegalArgumentException("the account's currency is " + account + ", not the one sent");
        }
        return amount.in(account);
    }
}
