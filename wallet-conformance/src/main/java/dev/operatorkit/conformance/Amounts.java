package dev.operatorkit.conformance;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;

/** Writes amounts for people: with their currency, and with at least its decimals. */
final class Amounts {
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9]{1,10}");

    private Amounts() {}

    /** Returns an amount with its currency, such as {@code 0.00 EUR}; without a code of a currency, the number alone. */
    static String describe(BigDecimal amount, String currency) {
        var shown =
                amount.setScale(Math.max(amount.scale(), decimals(currency, 0))).toPlainString();
        return CODE.matcher(currency).matches() ? shown + " " + currency : shown;
    }

    /** Returns the decimals of a currency of ISO 4217, or {@code otherwise}. */
    static int decimals(String currency, int otherwise) {
        try {
            return Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
        } catch (IllegalArgumentException e) {
            return otherwise;
        }
    }
}
