package dev.operatorkit.conformance.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    /** A case sends 1e1000000. With its zeros written out, one such amount took longer than the case, and filled the report. */
    @ParameterizedTest
    @CsvSource({
        "1, EUR, 1.00 EUR",
        "1.5, JPY, 1.5 JPY",
        "-0.25, EUR, -0.25 EUR",
        "1e30, EUR, 1000000000000000000000000000000.00 EUR",
        "1e1000000, EUR, 1E+1000000 EUR",
        "-1e-1000000, EUR, -1E-1000000 EUR",
        "7, <b>, 7",
    })
    void amounts_are_written_with_the_decimals_of_their_currency_and_never_with_a_million_zeros(
            BigDecimal amount, String currency, String written) {
        assertThat(Amounts.describe(amount, currency)).isEqualTo(written);
    }
}
