package dev.operatorkit.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CurrencyCodeTest {
    @ParameterizedTest
    @CsvSource({
        "EUR, 2", "USD, 2", "JPY, 0", "KRW, 0", "ISK, 0", "UGX, 0", "KWD, 3", "BHD, 3", "TND, 3", "CLF, 4", "UYW, 4",
        "MGA, 2", "HUF, 2", "XCG, 2", "BTC, 8", "ETH, 8"
    })
    void a_currency_has_its_number_of_decimals(String code, int decimals) {
        assertThat(CurrencyCode.of(code).decimals()).isEqualTo(decimals);
        assertThat(CurrencyCode.of(code).code()).isEqualTo(code);
        assertThat(CurrencyCode.of(code)).hasToString(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "FUN", "eur", "P", " EUR", "EUR ", "TOOLONGCODE", "A-B", "Btc", "€", "E\u0130R", "EUR\n"})
    void lau_13_a_malformed_code_and_fun_are_refused(String code) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CurrencyCode.of(code))
                .withMessageContaining("not a currency code");
        assertThatIllegalArgumentException().isThrownBy(() -> CurrencyCode.ofUnlisted(code));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEM", "FRF", "BYR", "LTL", "XAU", "XAG", "XDR", "XTS", "XX" + "X"})
    void iso_codes_that_are_withdrawn_or_have_no_minor_unit_are_refused(String code) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CurrencyCode.of(code))
                .withMessageContaining("ISO-4217");
        assertThatIllegalArgumentException().isThrownBy(() -> CurrencyCode.ofUnlisted(code));
    }

    @ParameterizedTest
    @ValueSource(strings = {"EURO", "EU", "ZZZ", "PEPE", "1INCH", "00", "ABCDEFGHIJ"})
    void d_58_an_unknown_code_has_8_decimals_where_it_is_only_shown_and_is_refused_elsewhere(String code) {
        assertThat(CurrencyCode.ofUnlisted(code)).hasToString(code);
        assertThat(CurrencyCode.ofUnlisted(code).decimals()).isEqualTo(8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CurrencyCode.of(code))
                .withMessageStartingWith("not a known currency: " + code + ".")
                .withMessageEndingWith("CurrencyCode.register or OPERATORKIT_CURRENCY_DECIMALS");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CurrencyCode.of("EURO"))
                .withMessageContaining("Did you mean EUR?");
    }

    @Test
    void a_code_is_registered_once_for_the_whole_process() {
        var ours = CurrencyCode.register("ACORN", 3);
        assertThat(CurrencyCode.register("ACORN", 3)).isEqualTo(ours).isEqualTo(CurrencyCode.of("ACORN"));
        assertThat(Money.of("0.001", "ACORN").minorUnits()).isOne();
        for (var refused : Map.of("ACORN", 4, "BTC", 2, "EUR", 2, "FUN", 2, "acorn", 3, "ACORN2", 19)
                .entrySet()) {
            assertThatIllegalArgumentException()
                    .as(refused.getKey())
                    .isThrownBy(() -> CurrencyCode.register(refused.getKey(), refused.getValue()));
        }
    }

    @Test
    void a_code_that_was_used_before_keeps_its_decimals_and_other_codes_are_limited() {
        var settings = CurrencyCode.Settings.of("");
        var used = settings.unlisted("OAK");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.register("OAK", 2))
                .withMessage("'OAK' already has 8 decimals. Set them at start-up, before the code is used");
        assertThat(settings.register("OAK", 8)).isSameAs(used).isSameAs(settings.listed("OAK"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IntStream.range(10_000, 20_000).forEach(code -> settings.unlisted("C" + code)))
                .withMessageContaining("10000 other codes");
    }

    @Test
    void the_currency_table_agrees_with_the_jdk_on_every_code_in_use() {
        var compared = 0;
        for (var currency : Currency.getAvailableCurrencies()) {
            try {
                var ours = CurrencyCode.of(currency.getCurrencyCode());
                assertThat(ours.decimals()).as(ours.code()).isEqualTo(currency.getDefaultFractionDigits());
                compared++;
            } catch (IllegalArgumentException notInUse) {
                assertThat(notInUse).as(currency.getCurrencyCode()).hasMessageContaining("ISO-4217");
            }
        }
        assertThat(compared).isGreaterThan(150);
    }

    @Test
    void d_58_a_setting_defines_the_decimals_of_crypto_codes_and_enables_withdrawn_codes() {
        var settings = CurrencyCode.Settings.of("USDT=6, WEI=18,DEM=2,SAT=0");
        assertThat(settings.listed("USDT").decimals()).isEqualTo(6);
        assertThat(settings.listed("WEI").decimals()).isEqualTo(18);
        assertThat(settings.listed("DEM").decimals()).isEqualTo(2);
        assertThat(settings.listed("SAT").decimals()).isZero();
        assertThat(settings.listed("BTC").decimals()).isEqualTo(8);
        settings.requireReadable();
        CurrencyCode.requireSettings();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "USDT: 'USDT' is not CODE=DECIMALS",
                "USDT=19: 'USDT=19' is not CODE=DECIMALS",
                "usdt=6: 'usdt=6' is not CODE=DECIMALS",
                "USDT=-1: 'USDT=-1' is not CODE=DECIMALS",
                "BTC=8,EUR=3: 'EUR' is not a crypto code",
                "FUN=2: 'FUN' is not a crypto code",
                "USDT=6,USDT=8: 'USDT' already has 6 decimals",
            })
    void an_invalid_setting_is_refused_as_a_whole(String textAndComplaint) {
        var text = textAndComplaint.split(": ", 2)[0];
        var complaint = textAndComplaint.split(": ", 2)[1];
        var settings = CurrencyCode.Settings.of(text);
        assertThatIllegalStateException()
                .isThrownBy(settings::requireReadable)
                .withMessageStartingWith("OPERATORKIT_CURRENCY_DECIMALS")
                .withMessageContaining(complaint);
        assertThatIllegalStateException().isThrownBy(() -> settings.listed("BTC"));
    }

    @Test
    void currencies_are_equal_by_their_code() {
        assertThat(CurrencyCode.ofUnlisted("PEPE2"))
                .isEqualTo(CurrencyCode.ofUnlisted("PEPE2"))
                .hasSameHashCodeAs(CurrencyCode.ofUnlisted("PEPE2"))
                .isNotEqualTo(CurrencyCode.ofUnlisted("PEPE3"))
                .isNotEqualTo("PEPE2");
        assertThat(CurrencyCode.of("EUR").hashCode())
                .isNotEqualTo(CurrencyCode.of("USD").hashCode());
    }

    @Test
    void money_is_made_of_numbers_and_compared() {
        var euro = CurrencyCode.of("EUR");
        var money = Money.of(new BigDecimal("1.50"), euro);
        assertThat(money).isEqualTo(Money.of("1.5", euro)).isEqualTo(Money.ofMinor(150, euro));
        assertThat(money).isGreaterThan(money.negate()).isLessThan(Money.of("2", "EUR"));
        assertThat(money.negate().isNegative()).isTrue();
        assertThat(money.isNegative() || money.isZero()).isFalse();
        assertThat(money.minus(money).isZero()).isTrue();
        assertThatThrownBy(() -> Money.ofMinor(Long.MIN_VALUE, euro).negate()).isInstanceOf(ArithmeticException.class);
        assertThatIllegalArgumentException().isThrownBy(() -> money.compareTo(Money.of("1", "USD")));
        assertThatIllegalArgumentException().isThrownBy(() -> Money.of("EUR", "1.50"));
        assertThatIllegalArgumentException().isThrownBy(() -> Money.of(new BigDecimal("1e-9"), euro));
    }

    @Test
    void money_of_two_currencies_cannot_be_added() {
        var euro = Money.of("1", "EUR");
        var dollar = Money.of("1", "USD");
        assertThatIllegalArgumentException().isThrownBy(() -> euro.plus(dollar)).withMessageContaining("USD");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> euro.minus(dollar))
                .withMessageContaining("USD");
        assertThat(Money.zero(CurrencyCode.of("EUR")).plus(euro))
                .isEqualTo(euro)
                .hasToString("1.00 EUR");
    }
}
