package dev.operatorkit.money;

import java.math.BigDecimal;

/**
 * A number as it came off the wire, not yet in any currency: its digits and exponent are judged, nothing is computed.
 *
 * @param value within a few dozen digits either side of the point
 */
public record Amount(BigDecimal value) {
    private static final int LONGEST_TEXT = 60;
    private static final int LARGEST_SCALE = 30;

    /** Reads a JSON number; IllegalArgumentException when it is too long or its exponent too far (D-20). */
    public static Amount parse(String text) {
        if (text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException("the number has " + text.length() + " characters");
        }
        var value = new BigDecimal(text);
        if (Math.abs((long) value.scale()) > LARGEST_SCALE) {
            throw new IllegalArgumentException("the number's exponent is too large");
        }
        return new Amount(value);
    }

    /** This many of {@code currency}; IllegalArgumentException when it does not fit: nothing is ever rounded (D-19). */
    public Money in(CurrencyCode currency) {
        try {
            return new Money(value.movePointRight(currency.decimals()).longValueExact(), currency);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("the amount does not fit the decimals or the range of " + currency, e);
        }
    }
}
