package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Declares what the tables of a {@link dev.operatorkit.wallet.WalletStore} can hold, for tables that hold less than the
 * specification allows. {@link WalletStoreContract} then stores only what fits, checks that the store refuses everything
 * else as a whole instead of rounding or cutting it, and reports each loss as a test whose name begins with "gives up".
 *
 * <p>Immutable: every method returns a changed copy.
 */
public final class StoreCapacity {
    static final int MIN_ID_COLUMN_LENGTH = 36;
    static final long SMALLEST_MAX_BALANCE = 1_000_000;

    private static final int MAX_ID_LENGTH = 255;
    private static final int MAX_REASON_LENGTH = 1_024;
    private static final int UNLIMITED = Integer.MAX_VALUE;
    private static final List<CurrencyCode> EVERY_SCALE =
            Stream.of("EUR", "JPY", "KWD", "CLF", "BTC").map(CurrencyCode::of).toList();

    private final List<CurrencyCode> currencies;
    private final @Nullable BigDecimal maxBalance;
    private final int maxIdLength;
    private final int maxReasonLength;
    private final @Nullable Supplier<String> accountIds;

    private StoreCapacity(
            List<CurrencyCode> currencies,
            @Nullable BigDecimal maxBalance,
            int maxIdLength,
            int maxReasonLength,
            @Nullable Supplier<String> accountIds) {
        this.currencies = currencies;
        this.maxBalance = maxBalance;
        this.maxIdLength = maxIdLength;
        this.maxReasonLength = maxReasonLength;
        this.accountIds = accountIds;
        for (var currency : currencies()) {
            var units = maxBalance(currency).minorUnits();
            if (units < SMALLEST_MAX_BALANCE) {
                throw new IllegalArgumentException("The largest balance " + maxBalance + " is " + units
                        + " minor units of " + currency + ", fewer than the " + SMALLEST_MAX_BALANCE
                        + " that the contract needs. Use a wider column or declare other currencies.");
            }
        }
    }

    /** Returns the capacity of tables that hold everything the specification allows (D-20, D-36). */
    public static StoreCapacity complete() {
        return new StoreCapacity(List.of(), null, UNLIMITED, UNLIMITED, null);
    }

    /**
     * Limits the currencies of accounts, for example because an amount column has fewer decimal places than others need.
     * The contract uses the first one wherever one currency is enough.
     *
     * @throws IllegalArgumentException if none is given, or there is no such currency
     */
    public StoreCapacity withCurrencies(String... codes) {
        if (codes.length == 0) {
            throw new IllegalArgumentException("No currency given. Name at least one, such as EUR.");
        }
        var named = Stream.of(codes).map(CurrencyCode::of).toList();
        return new StoreCapacity(named, maxBalance, maxIdLength, maxReasonLength, accountIds);
    }

    /**
     * Limits the balance to the largest number that the column holds, such as {@code 999999999999999.9999} for {@code
     * NUMERIC(19,4)}.
     *
     * @throws IllegalArgumentException if it is too small for the balances that the contract uses
     */
    public StoreCapacity withMaxBalance(String decimal) {
        return new StoreCapacity(currencies, new BigDecimal(decimal), maxIdLength, maxReasonLength, accountIds);
    }

    /**
     * Limits the length of the provider's ids, counted as the column counts it: in characters, UTF-16 units or bytes.
     *
     * @throws IllegalArgumentException if it is less than 36, the length of a UUID
     */
    public StoreCapacity withMaxIdLength(int length) {
        if (length < MIN_ID_COLUMN_LENGTH) {
            throw new IllegalArgumentException(
                    "A column of " + length + " holds no UUID. The provider's ids have up to " + MAX_ID_LENGTH
                            + " characters: use a column of at least " + MIN_ID_COLUMN_LENGTH + ".");
        }
        return new StoreCapacity(currencies, maxBalance, length, maxReasonLength, accountIds);
    }

    /**
     * Limits the length of {@code reason}; 0 if the tables have no such column. The store must cut a longer one, because
     * no movement may be refused for its reason (D-18).
     *
     * @throws IllegalArgumentException if it is negative
     */
    public StoreCapacity withMaxReasonLength(int length) {
        if (length < 0) {
            throw new IllegalArgumentException(
                    "A column cannot have the length " + length + ". Use 0 if the tables have no reason.");
        }
        return new StoreCapacity(currencies, maxBalance, maxIdLength, length, accountIds);
    }

    /** Limits the ids of accounts to the form that this generator returns, such as UUIDs or numbers. */
    public StoreCapacity withAccountIds(Supplier<String> generator) {
        return new StoreCapacity(currencies, maxBalance, maxIdLength, maxReasonLength, generator);
    }

    /** Returns the currency for tests that need only one. */
    CurrencyCode currency() {
        return currencies().get(0);
    }

    /** Returns the declared currencies, or one with each usual number of decimal places. */
    List<CurrencyCode> currencies() {
        return currencies.isEmpty() ? EVERY_SCALE : currencies;
    }

    boolean hasCurrencies() {
        return !currencies.isEmpty();
    }

    boolean hasMaxBalance() {
        return maxBalance != null && maxBalance(currency()).minorUnits() < Long.MAX_VALUE;
    }

    Money maxBalance() {
        return maxBalance(currency());
    }

    Money maxBalance(CurrencyCode currency) {
        var largest = BigInteger.valueOf(Long.MAX_VALUE);
        if (maxBalance != null) {
            largest = largest.min(maxBalance
                    .movePointRight(currency.decimals())
                    .setScale(0, RoundingMode.FLOOR)
                    .toBigInteger());
        }
        return new Money(largest.longValueExact(), currency);
    }

    boolean hasMaxIdLength() {
        return maxIdLength < UNLIMITED;
    }

    int maxIdLength() {
        return Math.min(maxIdLength, MAX_ID_LENGTH);
    }

    boolean hasMaxReasonLength() {
        return maxReasonLength < UNLIMITED;
    }

    int maxReasonLength() {
        return Math.min(maxReasonLength, MAX_REASON_LENGTH);
    }

    boolean hasAccountIds() {
        return accountIds != null;
    }

    String newAccountId(String otherwise) {
        return accountIds == null ? otherwise : accountIds.get();
    }

    String currencyLoss() {
        return "gives up accounts in currencies other than "
                + currencies.stream().map(CurrencyCode::code).collect(Collectors.joining(", "));
    }

    String balanceLoss() {
        return "gives up balances above " + maxBalance()
                + ": a settlement beyond it gets 503 and ends in manual review";
    }

    String idLoss() {
        return "gives up ids longer than " + maxIdLength
                + " as the column counts: a debit gets 422, a settlement 503 and ends in manual review";
    }

    String reasonLoss() {
        return maxReasonLength == 0
                ? "gives up the reason"
                : "gives up the end of reasons longer than " + maxReasonLength;
    }

    String accountLoss() {
        return "gives up account ids of another form than " + newAccountId("");
    }
}
