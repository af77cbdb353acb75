package dev.operatorkit.simulator.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import org.junit.jupiter.api.Test;

class BalanceTrailTest {
    private final BalanceTrail trail = new BalanceTrail("p", Money.of("10.00", "EUR"));

    @Test
    void responses_in_any_order_form_a_valid_chain() {
        trail.move(50, 900);
        trail.move(-100, 800);
        trail.move(-100, 900);
        trail.move(50, 850);
        assertThat(trail.audit(900)).isEmpty();
    }

    @Test
    void a_gap_is_detected_even_if_the_sum_is_correct() {
        trail.move(-100, 900);
        trail.move(-100, 850);
        assertThat(trail.audit(800)).singleElement().asString().contains("no chain of balances");
    }

    @Test
    void a_disconnected_cycle_is_detected() {
        trail.move(-100, 900);
        trail.move(-100, 5000);
        trail.move(100, 5100);
        assertThat(trail.audit(900)).singleElement().asString().contains("no other response leads to");
    }

    @Test
    void an_uncertain_debit_counts_as_applied_or_not_whichever_fits() {
        trail.recordUncertain(100, 900, 1000);
        trail.move(-10, 990);
        trail.recordUncertain(100, 990, 990);
        assertThat(trail.audit(990)).isEmpty();
    }
}
