package dev.operatorkit.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");

    @ParameterizedTest
    @CsvSource({
        "1.5, 150",
        "1.50, 150",
        "1.500, 150",
        "0, 0",
        "-0, 0",
        "-0.0, 0",
        "0e0, 0",
        "0e-99, 0",
        "-0.00E99999999999, 0",
        "0E+9, 0",
        "1e2, 10000",
        "1E+2, 10000",
        "150e-2, 150",
        "-1.5, -150",
        "0.01, 1",
        "92233720368547758.07, 9223372036854775807",
        "-92233720368547758.08, -9223372036854775808",
        "1e-02, 1",
        "1E+02, 10000"
    })
    void a_number_that_fits_the_currency_is_read_exactly(String text, long minor) {
        assertThat(Amount.parse(text).toMoney(EUR)).isEqualTo(new Money(minor, EUR));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "1 ", "+1", "01", ".5", "1.", "-", "1e", "1.5.5", "0x10", "NaN", "1,5", "1f", "١", "--1", "1e1.5"
            })
    void a_text_that_is_not_a_json_number_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Amount.parse(text))
                .withMessage("must be a number such as 1.50");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e1000000000",
                "1e-100000000",
                "1e99999999999999999999",
                "1E-99999999999999999999",
                "1e100",
                "1e-100",
                "1e31",
                "1e-31",
                "1e0100"
            })
    void j3_an_exponent_out_of_bounds_is_refused_before_any_computation(String text) {
        // Computing the first of them would take longer than any timeout.
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Amount.parse(text))
                .withMessageContaining("exponent");
    }

    @Test
    void a_number_of_maximum_length_is_read_and_a_longer_one_is_refused() {
        assertThat(Amount.parse("0." + "0".repeat(29) + "0").value()).isZero();
        assertThat(Amount.parse("1" + "0".repeat(59)).value().precision()).isEqualTo(60);
        assertThatIllegalArgumentException().isThrownBy(() -> Amount.parse("1" + "0".repeat(60)));
        assertThatIllegalArgumentException().isThrownBy(() -> Amount.parse("1." + "0".repeat(59)));
    }

    @Test
    void trailing_zeros_do_not_count_however_many_there_are() {
        assertThat(Amount.parse("0." + "0".repeat(58)).value()).isZero();
        assertThat(Amount.parse("1.5" + "0".repeat(57)).toMoney(CurrencyCode.of("EUR")))
                .isEqualTo(Money.of("1.50", "EUR"));
        assertThat(Amount.parse("1.5" + "0".repeat(50) + "e0").value()).isEqualByComparingTo("1.5");
        assertThatIllegalArgumentException().isThrownBy(() -> Amount.parse("1." + "0".repeat(57) + "1"));
    }

    @Test
    void the_limits_apply_to_an_amount_created_from_a_big_decimal() {
        assertThat(new Amount(new BigDecimal("1e30")).toPlainString()).hasSize(31);
        assertThat(new Amount(new BigDecimal("1e-30")).toPlainString()).hasSize(32);
        assertThatIllegalArgumentException().isThrownBy(() -> new Amount(new BigDecimal("1e31")));
        assertThatIllegalArgumentException().isThrownBy(() -> new Amount(new BigDecimal("1e-31")));
        assertThatIllegalArgumentException().isThrownBy(() -> new Amount(new BigDecimal("1e1000000000")));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new Amount(new BigDecimal(BigInteger.TEN.pow(60).add(BigInteger.ONE))));
    }

    @ParameterizedTest
    @CsvSource({
        "10.001, EUR",
        "0.001, EUR",
        "1.5, JPY",
        "0.1, JPY",
        "1.0001, KWD",
        "0.000000001, BTC",
    })
    void an_amount_that_does_not_fit_the_currency_is_refused_and_never_rounded(String text, String currency) {
        var amount = Amount.parse(text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> amount.toMoney(CurrencyCode.of(currency)))
                .withMessageStartingWith("does not fit " + currency);
    }

    @ParameterizedTest
    @CsvSource({
        "92233720368547758.08, EUR, 92233720368547758.07",
        "-92233720368547758.09, EUR, 92233720368547758.07",
        "9223372036854775808, JPY, 9223372036854775807",
        "92233720368.54775808, BTC, 92233720368.54775807",
        "1e30, EUR, 92233720368547758.07"
    })
    void an_amount_that_is_too_large_is_refused_with_the_largest(String text, String currency, String largest) {
        var amount = Amount.parse(text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> amount.toMoney(CurrencyCode.of(currency)))
                .withMessage("is too large: at most " + largest + " is possible");
    }

    @Test
    void an_amount_below_zero_is_negative_and_minus_zero_is_not() {
        assertThat(Amount.parse("-0.01").isNegative()).isTrue();
        assertThat(Amount.parse("-0").isNegative()).isFalse();
        assertThat(Amount.parse("0.01").isNegative()).isFalse();
    }

    @Test
    void j11_numbers_are_written_without_an_exponent() {
        assertThat(Amount.parse("1E+2").toPlainString()).isEqualTo("100");
        assertThat(Amount.parse("1e-8").toPlainString()).isEqualTo("0.00000001");
        assertThat(Amount.parse("0.1")
                        .toMoney(EUR)
                        .plus(Amount.parse("0.2").toMoney(EUR))
                        .toPlainString())
                .isEqualTo("0.30");
        assertThat(new Money(1, CurrencyCode.of("BTC")).toPlainString()).isEqualTo("0.00000001");
        assertThat(new Money(-5, EUR).toPlainString()).isEqualTo("-0.05");
        assertThat(new Money(7, CurrencyCode.of("JPY")).toPlainString()).isEqualTo("7");
        assertThat(new Money(Long.MIN_VALUE, EUR).toPlainString()).isEqualTo("-92233720368547758.08");
    }

    @Test
    void money_agrees_with_big_decimal_for_random_numbers() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        for (var i = 0; i < 5_000; i++) {
            var currency = CurrencyCode.of(new String[] {"JPY", "EUR", "KWD", "CLF", "BTC"}[random.nextInt(5)]);
            var decimal = new BigDecimal(new BigInteger(random.nextInt(70), random), random.nextInt(12) - 2);
            var text = random.nextBoolean() ? decimal.toString() : decimal.toPlainString();
            var as = "seed %d, %s %s".formatted(seed, text, currency);
            if (fits(decimal, currency)) {
                var money = Amount.parse(text).toMoney(currency);
                assertThat(new BigDecimal(money.toPlainString())).as(as).isEqualByComparingTo(decimal);
                assertThat(money.toAmount().toMoney(currency)).as(as).isEqualTo(money);
                assertThat(money.toPlainString()).as(as).doesNotContain("E");
            } else {
                assertThatThrownBy(() -> Amount.parse(text).toMoney(currency))
                        .as(as)
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void sums_and_differences_are_exact_or_throw_on_overflow() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        for (var i = 0; i < 5_000; i++) {
            var a = new Money(random.nextLong() >> random.nextInt(64), EUR);
            var b = new Money(random.nextLong() >> random.nextInt(64), EUR);
            var sum = BigInteger.valueOf(a.minorUnits()).add(BigInteger.valueOf(b.minorUnits()));
            var difference = BigInteger.valueOf(a.minorUnits()).subtract(BigInteger.valueOf(b.minorUnits()));
            agree("seed %d: %s + %s".formatted(seed, a, b), sum, () -> a.plus(b));
            agree("seed %d: %s - %s".formatted(seed, a, b), difference, () -> a.minus(b));
        }
    }

    private static void agree(String as, BigInteger exact, Supplier<Money> computed) {
        if (exact.bitLength() < Long.SIZE) {
            assertThat(computed.get().minorUnits()).as(as).isEqualTo(exact.longValueExact());
        } else {
            assertThatThrownBy(computed::get).as(as).isInstanceOf(ArithmeticException.class);
        }
    }

    private static boolean fits(BigDecimal decimal, CurrencyCode currency) {
        var minor = decimal.movePointRight(currency.decimals()).stripTrailingZeros();
        return minor.scale() <= 0 && minor.toBigIntegerExact().bitLength() < Long.SIZE;
    }
}
