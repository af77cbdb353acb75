package dev.operatorkit.money;

import java.math.BigDecimal;

/**
 * An exact amount: a count of minor units of a currency (WAL-16).
 *
 * @param minor how many minor units; may be negative, callers say where it must not
 * @param currency whose minor units they are
 */
public record Money(long minorUnits, CurrencyCode currency) {

    /** Such as {@code Money.of("1.50", "EUR")}; IllegalArgumentException when it does not fit the currency (D-19). */
    public static Money of(String decimal, String currency) {
        return Amount.parse(decimal).toMoney(CurrencyCode.of(currency));
    }

    /** None of it. */
    public static Money zero(CurrencyCode currency) {
        return new Money(0, currency);
    }

    /** The sum; IllegalArgumentException on another currency, ArithmeticException past 64 bits (D-20). */
    public Money plus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.addExact(minorUnits, other.minorUnits), currency);
    }

    /** The difference; refuses like {@link #plus}. */
    public Money minus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.subtractExact(minorUnits, other.minorUnits), currency);
    }

    /** The same number as it goes on the wire. */
    public Amount toAmount() {
        return new Amount(BigDecimal.valueOf(minorUnits, currency.decimals()));
    }

    /** The plain decimal form, never with an exponent: {@code 1.50}. */
    public String toDecimal() {
        return BigDecimal.valueOf(minorUnits, currency.decimals()).toPlainString();
    }

    private void requireSameCurrency(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException(other.currency + " cannot be counted with " + currency);
        }
    }

    @Override
    public String toString() {
        return toDecimal() + " " + currency;
    }
}
