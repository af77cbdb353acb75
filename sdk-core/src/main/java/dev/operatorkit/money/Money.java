package dev.operatorkit.money;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * Holds an exact amount: a number of minor units of a currency (WAL-16).
 *
 * @param minorUnits the number of minor units; may be negative, so callers must check where that is not allowed
 * @param currency the currency
 */
public record Money(long minorUnits, CurrencyCode currency) implements Comparable<Money> {
    public Money {
        Objects.requireNonNull(currency, "currency");
    }

    /**
     * Parses a decimal number in a currency, as in {@code Money.of("1.50", "EUR")}. Swapped arguments fail, because a
     * currency is no number.
     *
     * @throws IllegalArgumentException if the text is not a number, the currency is unknown, or the number has more
     *     decimal places than the currency allows (D-19)
     */
    public static Money of(String decimal, String currency) {
        return of(decimal, CurrencyCode.of(currency));
    }

    /** Parses a decimal number, as {@link #of(String, String)} does. */
    public static Money of(String decimal, CurrencyCode currency) {
        return Amount.parse(decimal).toMoney(currency);
    }

    /**
     * Returns a decimal number in a currency.
     *
     * @throws IllegalArgumentException if the number has more decimal places than the currency allows (D-19) or is too large
     */
    public static Money of(BigDecimal decimal, CurrencyCode currency) {
        return new Amount(decimal).toMoney(currency);
    }

    /** Returns a number of minor units, such as cents. */
    public static Money ofMinor(long minorUnits, CurrencyCode currency) {
        return new Money(minorUnits, currency);
    }

    /** Returns zero in this currency. */
    public static Money zero(CurrencyCode currency) {
        return new Money(0, currency);
    }

    /**
     * Returns the sum.
     *
     * @throws IllegalArgumentException if the currencies differ
     * @throws ArithmeticException if the sum does not fit in 64 bits (D-20)
     */
    public Money plus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.addExact(minorUnits, other.minorUnits), currency);
    }

    /**
     * Returns the difference.
     *
     * @throws IllegalArgumentException if the currencies differ
     * @throws ArithmeticException if the difference does not fit in 64 bits (D-20)
     */
    public Money minus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.subtractExact(minorUnits, other.minorUnits), currency);
    }

    /** Returns the amount with the other sign. */
    public Money negate() {
        return zero(currency).minus(this);
    }

    /** Returns true if the amount is zero. */
    public boolean isZero() {
        return minorUnits == 0;
    }

    /** Returns true if the amount is less than zero. */
    public boolean isNegative() {
        return minorUnits < 0;
    }

    /**
     * Compares the amounts.
     *
     * @throws IllegalArgumentException if the currencies differ
     */
    @Override
    public int compareTo(Money other) {
        requireSameCurrency(other);
        return Long.compare(minorUnits, other.minorUnits);
    }

    /** Returns the decimal number without the currency. */
    public Amount toAmount() {
        return new Amount(BigDecimal.valueOf(minorUnits, currency.decimals()));
    }

    /** Returns the number in plain decimal notation, such as {@code 1.50}. */
    public String toPlainString() {
        return BigDecimal.valueOf(minorUnits, currency.decimals()).toPlainString();
    }

    private void requireSameCurrency(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("cannot calculate with " + other.currency + " and " + currency);
        }
    }

    @Override
    public String toString() {
        return toPlainString() + " " + currency;
    }
}
