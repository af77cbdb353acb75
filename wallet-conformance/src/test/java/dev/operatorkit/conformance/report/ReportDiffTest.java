package dev.operatorkit.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a comparison of two reports calls broken. */
class ReportDiffTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    void a_case_that_fails_is_newly_broken_only_when_it_was_judged_before() throws IOException {
        assertThat(ReportDiff.of(results("zero-payout", "PASSED"), results("zero-payout", "FAILED"))
                        .newlyFailing())
                .containsExactly("zero-payout: PASSED -> FAILED (why)");
        assertThat(ReportDiff.of(results("zero-payout", "SKIPPED"), results("zero-payout", "FAILED"))
                        .firstFailing())
                .containsExactly("zero-payout: SKIPPED -> FAILED (why)");
        var diff = ReportDiff.of(results("zero-payout", "PASSED"), results("replayed-debit", "FAILED"));
        assertThat(diff.newlyFailing()).isEmpty();
        assertThat(diff.firstFailing()).containsExactly("replayed-debit: not run before -> FAILED (why)");
        assertThat(diff.isEmpty()).isFalse();
        assertThat(diff.fixed()).isEmpty();
        assertThat(diff.changed()).isEmpty();
        assertThat(diff.describeNotRun()).isEqualTo("1 not run again");
    }

    @Test
    void a_failure_that_is_not_run_again_is_not_fixed() throws IOException {
        var diff = ReportDiff.of(results("replayed-debit", "FAILED"), results("zero-payout", "PASSED"));
        assertThat(diff.newlyFailing()).isEmpty();
        assertThat(diff.fixed()).isEmpty();
        assertThat(diff.unjudged()).containsExactly("replayed-debit: FAILED -> not run again");
        assertThat(diff.changed()).isEmpty();
        assertThat(diff.describeNotRun()).isEqualTo("1 not run before");
    }

    @Test
    void a_failure_that_is_skipped_is_not_fixed_and_a_skipped_case_that_passes_was_not_broken() throws IOException {
        assertThat(ReportDiff.of(results("zero-payout", "FAILED"), results("zero-payout", "SKIPPED"))
                        .unjudged())
                .containsExactly("zero-payout: FAILED -> SKIPPED (why)");
        var diff = ReportDiff.of(results("zero-payout", "SKIPPED"), results("zero-payout", "PASSED"));
        assertThat(diff.fixed()).isEmpty();
        assertThat(diff.changed()).containsExactly("zero-payout: SKIPPED -> PASSED");
    }

    private Path results(String id, String result) throws IOException {
        return Files.writeString(
                Files.createTempFile(folder, "results", ".json"),
                "{\"cases\":[{\"id\":\"" + id + "\",\"title\":\"\",\"result\":\"" + result
                        + "\",\"detail\":\"why\"}]}");
    }
}
