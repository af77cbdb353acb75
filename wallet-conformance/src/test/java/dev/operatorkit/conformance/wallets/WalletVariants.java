package dev.operatorkit.conformance.wallets;

/** Holds the choices that correct wallets may make differently. */
public record WalletVariants(
        String prefix,
        String currency,
        int decimals,
        long balance,
        int refusal,
        int unknownToken,
        boolean tombstones,
        boolean wantsEverything,
        boolean refusesOtherContent,
        boolean bareAnswers,
        boolean fixedTime,
        boolean plainZeros,
        boolean chunked,
        boolean closes,
        boolean emptyErrors,
        int delayMillis,
        int longestId) {

    public static WalletVariants usual() {
        return new WalletVariants(
                "/wallet", "EUR", 2, 1_000_000, 422, 403, true, false, false, false, false, false, false, false, false,
                0, 255);
    }

    public static WalletVariants of(String prefix, String currency, int decimals, long balance) {
        return new WalletVariants(
                prefix, currency, decimals, balance, 422, 403, true, false, false, false, false, false, false, false,
                false, 0, 255);
    }

    /** Other statuses where the specification is open, no tombstones, every field required, short ids alone, terse answers with one updatedAt. */
    public static WalletVariants strict() {
        return new WalletVariants(
                "", "EUR", 2, 50_000, 400, 404, false, true, true, true, true, true, true, false, false, 0, 36);
    }

    /** Closes each connection, explains nothing where it need not, takes 1 ms or, with {@code -Dtests.long}, 3 ms. */
    public static WalletVariants slow() {
        var delay = Boolean.getBoolean("tests.long") ? 3 : 1;
        return new WalletVariants(
                "/a/b", "EUR", 2, 20_000, 404, 401, false, false, false, true, false, false, false, true, true, delay,
                64);
    }
}
