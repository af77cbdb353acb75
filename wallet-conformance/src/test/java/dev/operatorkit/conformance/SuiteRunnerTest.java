package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How a run deals with silence. */
class SuiteRunnerTest {
    private final AtomicInteger tries = new AtomicInteger();

    @Test
    void a_case_that_got_no_answer_is_tried_once_more() {
        run(t -> {
            if (tries.incrementAndGet() == 1) {
                t.send(t.request(t.debit(1)).body("no JSON"));
            }
            t.settle(t.rollback(t.bet(1)));
        });
        assertThat(tries).hasValue(2);
    }

    @Test
    void and_no_third_time() {
        run(t -> {
            tries.incrementAndGet();
            t.send(t.request(t.debit(1)).body("no JSON"));
        });
        assertThat(tries).hasValue(2);
    }

    @Test
    void a_case_that_fails_otherwise_is_not_tried_again() {
        run(t -> {
            tries.incrementAndGet();
            Check.require(false, "WAL-4", "something", "nothing", "", null);
        });
        assertThat(tries).hasValue(1);
    }

    private static void run(Script script) {
        try (var wallet = new OtherWallet(WalletVariants.usual(), Defect.DIES_OF_BAD_BODIES)) {
            Against.run(wallet, 1, List.of(Case.of("probe", "A case of this test", "WAL-4", script)));
        }
    }
}
