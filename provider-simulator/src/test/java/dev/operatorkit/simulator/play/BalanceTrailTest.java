package dev.operatorkit.simulator.play;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BalanceTrailTest {
    private final BalanceTrail books = new BalanceTrail("p", 1000);

    @Test
    void responses_in_any_order_may_form_a_chain() {
        books.credit(50, 900);
        books.debit(100, 800);
        books.debit(100, 900);
        books.credit(50, 850);
        assertThat(books.audit(900)).isEmpty();
    }

    @Test
    void a_gap_is_found_even_when_the_sum_is_right() {
        books.debit(100, 900);
        books.debit(100, 850);
        assertThat(books.audit(800)).singleElement().asString().contains("no chain of balances");
    }

    @Test
    void a_separate_circle_is_found() {
        books.debit(100, 900);
        books.debit(100, 5000);
        books.credit(100, 5100);
        assertThat(books.audit(900)).singleElement().asString().contains("no other response leads to");
    }

    @Test
    void a_wrong_sum_is_found() {
        books.recordReverted(1000);
        assertThat(books.audit(999)).hasSize(2).first().asString().contains("is 1000");
    }

    @Test
    void an_uncertain_debit_takes_the_reading_that_fits() {
        books.recordUncertain(100, 900, 1000);
        books.debit(10, 990);
        books.recordUncertain(100, 990, 990);
        assertThat(books.audit(990)).isEmpty();
    }
}
