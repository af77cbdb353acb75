package dev.operatorkit.conformance.money;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;

/** Writes amounts for people, with their currency and at least its decimals. */
public final class Amounts {
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9]{1,10}");

    /** More digits before or after the point are not written out: {@code 1e1000000} in a request would fill the report. */
    private static final int MAX_DIGITS = 40;

    private Amounts() {}

    /** Returns an amount with its currency, such as {@code 0.00 EUR}; without a code of a currency, the number alone. */
    public static String describe(BigDecimal amount, String currency) {
        var shown = isWrittenOut(amount)
                ? amount.setScale(Math.max(amount.scale(), decimals(currency, 0)))
                        .toPlainString()
                : amount.toString();
        return CODE.matcher(currency).matches() ? shown + " " + currency : shown;
    }

    private static boolean isWrittenOut(BigDecimal amount) {
        return amount.scale() <= MAX_DIGITS && (long) amount.precision() - amount.scale() <= MAX_DIGITS;
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
