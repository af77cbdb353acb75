package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Declares what the tables of a {@link dev.operatorkit.wallet.WalletStore} can hold, for tables that hold less than the
 * specification allows. {@link WalletStoreContract} then stores only what fits, and checks that the store refuses
 * everything else as a whole instead of rounding or cutting it.
 *
 * <p>Immutable: every method returns a changed copy.
 */
public final class StoreCapacity {
    private static final int MAX_REASON_LENGTH = 1_024;

    private final List<CurrencyCode> currencies;
    private final BigDecimal maxBalance;
    private final int maxReasonLength;
    private final UnaryOperator<String> accountIds;

    private StoreCapacity(
            List<CurrencyCode> currencies,
            BigDecimal maxBalance,
            int maxReasonLength,
            UnaryOperator<String> accountIds) {
        this.currencies = currencies;
        this.maxBalance = maxBalance;
        this.maxReasonLength = maxReasonLength;
        this.accountIds = accountIds;
    }

    /** Returns the capacity of tables that hold everything the specification allows (D-20, D-36). */
    public static StoreCapacity complete() {
        return new StoreCapacity(
                currencies("EUR", "JPY", "KWD", "CLF", "BTC"),
                BigDecimal.valueOf(Long.MAX_VALUE),
                MAX_REASON_LENGTH,
                UnaryOperator.identity());
    }

    private static List<CurrencyCode> currencies(String... codes) {
        return Stream.of(codes).map(CurrencyCode::of).toList();
    }

    /**
     * Limits the currencies of accounts, for example because an amount column has fewer decimal places than others need.
     * The contract uses the first one wherever one currency is enough.
     *
     * @throws IllegalArgumentException if there is no such currency
     */
    public StoreCapacity withCurrencies(String first, String... others) {
        var all = Stream.concat(Stream.of(first), Stream.of(others)).toArray(String[]::new);
        return new StoreCapacity(currencies(all), maxBalance, maxReasonLength, accountIds);
    }

    /**
     * Limits the balance to the largest number that the column holds, such as {@code 999999999999999.9999} for {@code
     * NUMERIC(19,4)}. It must be at least a million minor units.
     */
    public StoreCapacity withMaxBalance(String decimal) {
        return new StoreCapacity(currencies, new BigDecimal(decimal), maxReasonLength, accountIds);
    }

    /**
     * Limits the length of {@code reason}; 0 if the tables have no such column. The store must cut a longer one, because
     * no movement may be refused for its reason (D-18).
     */
    public StoreCapacity withMaxReasonLength(int length) {
        return new StoreCapacity(currencies, maxBalance, length, accountIds);
    }

    /** Limits the ids of accounts to the form that this generator returns, such as UUIDs or numbers. */
    public StoreCapacity withAccountIds(Supplier<String> generator) {
        return new StoreCapacity(currencies, maxBalance, maxReasonLength, name -> generator.get());
    }

    /** Returns the currency for tests that need only one. */
    CurrencyCode currency() {
        return currencies.get(0);
    }

    /** Returns a currency that no account of the tests has. */
    CurrencyCode otherCurrency() {
        return CurrencyCode.of(currency().code().equals("USD") ? "EUR" : "USD");
    }

    List<CurrencyCode> currencies() {
        return currencies;
    }

    /** Returns the largest balance in the currency that most tests use. */
    Money maxBalance() {
        return maxBalance(currency());
    }

    Money maxBalance(CurrencyCode currency) {
        var declared = maxBalance.movePointRight(currency.decimals()).setScale(0, RoundingMode.FLOOR);
        return new Money(declared.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact(), currency);
    }

    /** Returns true if the tables hold less than 64 bits of minor units. */
    boolean hasMaxBalance() {
        return maxBalance().minorUnits() < Long.MAX_VALUE;
    }

    int maxReasonLength() {
        return maxReasonLength;
    }

    /** Returns the id of a new account; this name, if account ids may have any form. */
    String newAccountId(String name) {
        return accountIds.apply(name);
    }
}
