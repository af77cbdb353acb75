package dev.operatorkit.money;

import java.util.Currency;
import java.util.Set;

/**
 * An ISO-4217 code, or a crypto code in the same form (GEN-5), with its number of decimals (D-19).
 *
 * @param code such as {@code EUR} or {@code BTC}
 * @param decimals how many digits follow the point in its minor unit
 */
public record CurrencyCode(String code, int decimals) {
    private static final Set<String> CRYPTO = Set.of("BTC", "ETH", "LTC", "BCH", "DOGE", "XRP", "USDT", "USDC", "TRX");
    private static final int CRYPTO_DECIMALS = 8;

    /** The currency of that code; IllegalArgumentException when none is known. */
    public static CurrencyCode of(String code) {
        if (CRYPTO.contains(code)) {
            return new CurrencyCode(code, CRYPTO_DECIMALS);
        }
        return new CurrencyCode(code, Math.max(0, Currency.getInstance(code).getDefaultFractionDigits()));
    }

    @Override
    public String toString() {
        return code;
    }
}
