package dev.operatorkit.conformance.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalanceChainTest {
    private static BalanceChain.Step step(String callback, String effect, String note) {
        return new BalanceChain.Step(callback, "a1", new BigDecimal(effect), note);
    }

    @Test
    void a_chain_reads_as_a_sum() {
        var chain = new BalanceChain(
                "player-1",
                "EUR",
                new BigDecimal("100.00"),
                List.of(step("debit", "-5.00", ""), step("credit", "1.00", ""), step("credit", "0", "sent again")),
                new BigDecimal("96.00"),
                new BigDecimal("101.00"));
        assertThat(chain.describe())
                .isEqualTo("100.00 EUR − debit 5.00 EUR (tx a1) + credit 1.00 EUR (tx a1) + credit 0.00 EUR (tx a1,"
                        + " sent again) = expected 96.00 EUR, the wallet says 101.00 EUR");
    }

    @Test
    void the_middle_of_a_long_chain_is_added_up() {
        var chain = new BalanceChain(
                "player-1",
                "EUR",
                new BigDecimal("100.00"),
                Collections.nCopies(50, step("debit", "-0.50", "")),
                new BigDecimal("75.00"),
                new BigDecimal("74.50"));
        assertThat(chain.describe()).contains(" − 42 more movements 21.00 EUR − debit 0.50 EUR");
    }
}
