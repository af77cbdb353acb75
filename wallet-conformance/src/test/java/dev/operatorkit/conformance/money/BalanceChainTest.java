package dev.operatorkit.conformance.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class BalanceChainTest {
    private static BalanceChain.Step step(String callback, String effect, String note) {
        return new BalanceChain.Step(callback, "a1", new BigDecimal(effect), note);
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
