package dev.operatorkit.money;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * Holds a decimal number without a currency, as it was received. Length and exponent are checked before any arithmetic,
 * so that a huge number cannot be used to exhaust the CPU (D-20).
 *
 * @param value the number, with at most 60 significant digits and a scale from -30 to 30
 */
public record Amount(BigDecimal value) {
    private static final int MAX_TEXT_LENGTH = 60;
    private static final int LARGEST_SCALE = 30;
    private static final int LARGEST_PRECISION = MAX_TEXT_LENGTH;

    /**
     * Validates the number.
     *
     * @throws IllegalArgumentException if it has more than 60 significant digits or a scale outside -30 to 30
     */
    public Amount {
        Objects.requireNonNull(value, "value");
        if (Math.abs((long) value.scale()) > LARGEST_SCALE || value.precision() > LARGEST_PRECISION) {
            throw new IllegalArgumentException("has too many digits or an exponent that is too large");
        }
    }

    /**
     * Parses a number in JSON notation.
     *
     * @throws IllegalArgumentException if the text is not a number, has more than 60 characters, or exceeds the limits
     *     of {@link Amount} without its trailing zeros
     */
    public static Amount parse(String text) {
        if (text.length() > MAX_TEXT_LENGTH) {
            throw new IllegalArgumentException(
                    "has " + text.length() + " characters, a number may have " + MAX_TEXT_LENGTH);
        }
        if (text.isEmpty() || endOfNumber(text) != text.length()) {
            throw new IllegalArgumentException("must be a number such as 1.50");
        }
        if (isZeroWithExponent(text)) {
            return new Amount(BigDecimal.ZERO); // fits a currency of any exponent (D-19)
        }
        if (exponentDigits(text) > 2) {
            throw new IllegalArgumentException("has an exponent that is too large");
        }
        var value = new BigDecimal(text);
        // Trailing zeros do not count (D-19), however many there are.
        return new Amount(value.scale() > LARGEST_SCALE ? value.stripTrailingZeros() : value);
    }

    /** Returns the number in plain decimal notation, without an exponent. */
    public String toPlainString() {
        return value.toPlainString();
    }

    /** Returns true if the number is less than zero; {@code -0} is not. */
    public boolean isNegative() {
        return value.signum() < 0;
    }

    /**
     * Converts the number to money without rounding (D-19).
     *
     * @throws IllegalArgumentException if the number has more decimal places than the currency allows, or does not fit
     *     in 64 bits of minor units
     */
    public Money toMoney(CurrencyCode currency) {
        if (hasMoreDecimalsThan(currency)) {
            throw new IllegalArgumentException(
                    "does not fit " + currency + ", which has " + currency.decimals() + " decimals");
        }
        try {
            return new Money(value.movePointRight(currency.decimals()).longValueExact(), currency);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "is too large: at most " + new Money(Long.MAX_VALUE, currency).toPlainString() + " is possible", e);
        }
    }

    /** Returns true if the number has more decimal places than the currency allows; trailing zeros do not count (D-19). */
    public boolean hasMoreDecimalsThan(CurrencyCode currency) {
        return value.scale() > currency.decimals() && value.stripTrailingZeros().scale() > currency.decimals();
    }

    private static boolean isZeroWithExponent(String text) {
        var exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
        return exponent > 0 && text.chars().limit(exponent).noneMatch(digit -> digit >= '1' && digit <= '9');
    }

    /** Returns the end of the longest JSON number at the beginning of {@code text}; 0 when there is none. */
    private static int endOfNumber(String text) {
        var start = text.startsWith("-") ? 1 : 0;
        var end = endOfDigits(text, start);
        var leadingZero = end - start > 1 && text.charAt(start) == '0';
        if (end == start || leadingZero) {
            return 0;
        }
        if (end < text.length() && text.charAt(end) == '.') {
            end = endOfOptionalDigits(text, end + 1);
        }
        if (end > 0 && end < text.length() && (text.charAt(end) | 0x20) == 'e') {
            var signed = end + 1 < text.length() && "+-".indexOf(text.charAt(end + 1)) >= 0;
            end = endOfOptionalDigits(text, end + (signed ? 2 : 1));
        }
        return end;
    }

    private static int endOfOptionalDigits(String text, int from) {
        var end = endOfDigits(text, from);
        return end == from ? 0 : end;
    }

    private static int endOfDigits(String text, int from) {
        var at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static int exponentDigits(String text) {
        var at = Math.max(text.indexOf('e'), text.indexOf('E'));
        if (at < 0) {
            return 0;
        }
        var first = at + 1;
        while (first < text.length() && "+-0".indexOf(text.charAt(first)) >= 0) {
            first++;
        }
        return text.length() - first;
    }
}
