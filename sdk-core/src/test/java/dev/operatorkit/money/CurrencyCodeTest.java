package dev.operatorkit.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Currency;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CurrencyCodeTest {
    /** Funds codes and metals are no money of a player; the last two are where JDKs have differed from ISO. */
    private static final Set<String> NOT_COMPARED = Set.of("BYR", "LTL");

    @ParameterizedTest
    @CsvSource({
        "EUR, 2", "USD, 2", "JPY, 0", "KRW, 0", "ISK, 0", "UGX, 0", "KWD, 3", "BHD, 3", "TND, 3", "CLF, 4", "UYW, 4",
        "MGA, 2", "HUF, 2", "XCG, 2", "BTC, 8", "USDT, 8", "ETH, 8"
    })
    void a_currency_knows_its_decimals(String code, int decimals) {
        assertThat(CurrencyCode.of(code).decimals()).isEqualTo(decimals);
        assertThat(CurrencyCode.of(code).code()).isEqualTo(code);
        assertThat(CurrencyCode.of(code)).hasToString(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "FUN", "eur", "EURO", "EU", " EUR", "XX" + "X", "XTS", "XAU", "ZZZ", "Btc", "€"})
    void what_is_no_currency_of_a_wallet_is_refused(String code) {
        assertThatIllegalArgumentException().isThrownBy(() -> CurrencyCode.of(code));
    }

    @Test
    void the_table_agrees_with_this_jdk_where_both_know_a_currency() {
        var compared = 0;
        for (var currency : Currency.getAvailableCurrencies()) {
            if (NOT_COMPARED.contains(currency.getCurrencyCode())) {
                continue;
            }
            try {
                var ours = CurrencyCode.of(currency.getCurrencyCode());
                assertThat(ours.decimals()).as(ours.code()).isEqualTo(currency.getDefaultFractionDigits());
                compared++;
            } catch (IllegalArgumentException unknownToUs) {
                assertThat(currency.getCurrencyCode()).isNotIn("EUR", "USD", "GBP", "JPY");
            }
        }
        assertThat(compared).isGreaterThan(150);
    }

    @Test
    void a_crypto_code_that_is_in_no_list_can_be_named() {
        assertThat(CurrencyCode.crypto("PEPE2").decimals()).isEqualTo(8);
        assertThat(CurrencyCode.crypto("BTC")).isSameAs(CurrencyCode.of("BTC"));
        for (var refused : new String[] {"EUR", "JPY", "FUN", "pepe", "P", "", "TOOLONGCODE", "A-B"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> CurrencyCode.crypto(refused));
        }
    }

    @Test
    void currencies_are_equal_by_their_code() {
        assertThat(CurrencyCode.crypto("PEPE2"))
                .isEqualTo(CurrencyCode.crypto("PEPE2"))
                .hasSameHashCodeAs(CurrencyCode.crypto("PEPE2"))
                .isNotEqualTo(CurrencyCode.crypto("PEPE3"))
                .isNotEqualTo("PEPE2");
        assertThat(CurrencyCode.of("EUR").hashCode())
                .isNotEqualTo(CurrencyCode.of("USD").hashCode());
    }

    @Test
    void money_of_two_currencies_cannot_be_counted_together() {
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
