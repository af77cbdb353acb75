package dev.operatorkit.money;

import java.math.BigDecimal;

/**
 * An exact amount: minor units of a currency (WAL-16).
 *
 * @param minor how many minor units; may be negative, callers say where it must not
 * @param currency whose minor units they are
 */
public record Money(long minor, CurrencyCode currency) {

    /** The sum; IllegalArgumentException on another currency, ArithmeticException past 64 bits (D-20). */
    public Money plus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.addExact(minor, other.minor), currency);
    }

    /** The difference; refuses like {@link #plus}. */
    public Money minus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.subtractExact(minor, other.minor), currency);
    }

    private void requireSameCurrency(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException(other.currency + " cannot be counted with " + currency);
        }
    }

    /** The plain decimal form, never with an exponent: {@code 1.50}. */
    public String toDecimal() {
        return BigDecimal.valueOf(minor, currency.decimals()).toPlainString();
    }

    @Override
    public String toString() {
        return toDecimal() + " " + currency;
    }
}
