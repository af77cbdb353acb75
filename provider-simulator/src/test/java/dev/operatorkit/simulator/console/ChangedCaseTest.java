package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChangedCaseTest {
    private static ChangedCase of(String line) {
        return ChangedCase.of(List.of(line)).getFirst();
    }

    @Test
    void a_detail_with_parentheses_of_its_own_stands_without_further_ones() {
        var changed = of("negative-stake: FAILED -> OBSERVED (D-20: status 400 (differs: refuse with 422))");
        assertThat(changed)
                .isEqualTo(new ChangedCase(
                        "negative-stake", "FAILED → OBSERVED.", "D-20: status 400 (differs: refuse with 422)"));
        assertThat(changed.isPassed()).isFalse();
    }

    @Test
    void a_case_that_is_not_run_again_has_no_page() {
        assertThat(of("zero-payout: FAILED -> not run again").isRun()).isFalse();
        assertThat(of("zero-payout: not run before -> FAILED (why)").isRun()).isTrue();
    }

    @Test
    void a_line_without_a_detail_is_shown_whole() {
        assertThat(of("zero-payout: FAILED -> PASSED").isPassed()).isTrue();
        assertThat(of("zero-payout: FAILED -> not run again"))
                .isEqualTo(new ChangedCase("zero-payout", "FAILED → not run again", ""));
        assertThat(of("zero-payout: D-20: status 400 -> D-20: status 422").change())
                .isEqualTo("D-20: status 400 → D-20: status 422");
    }
}
