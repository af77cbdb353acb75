package dev.operatorkit.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what a comparison of two reports calls broken, and what fixed. */
class ReportDiffTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "PASSED, FAILED, BROKEN, zero-payout: PASSED -> FAILED (why)",
        "SKIPPED, FAILED, FAILED, zero-payout: SKIPPED -> FAILED (why)",
        "FAILED, SKIPPED, UNJUDGED, zero-payout: FAILED -> SKIPPED (why)",
        "FAILED, PASSED, FIXED, zero-payout: FAILED -> PASSED",
        "SKIPPED, PASSED, CHANGED, zero-payout: SKIPPED -> PASSED",
    })
    void a_case_is_broken_or_fixed_only_when_it_was_judged_in_both_runs(
            String was, String is, ReportDiff.Kind kind, String line) throws IOException {
        var diff = ReportDiff.of(results("zero-payout", was), results("zero-payout", is));
        assertThat(diff.lines()).containsOnlyKeys(kind);
        assertThat(diff.of(kind)).containsExactly(line);
    }

    @Test
    void a_case_of_one_run_only_is_counted_unless_it_failed() throws IOException {
        var diff = ReportDiff.of(results("zero-payout", "PASSED"), results("replayed-debit", "FAILED"));
        assertThat(diff.of(ReportDiff.Kind.FAILED)).containsExactly("replayed-debit: not run before -> FAILED (why)");
        assertThat(diff.summary())
                .isEqualTo("0 broken, 1 failed and not judged before, 0 fixed, 0 changed, 1 not run again");
        var back = ReportDiff.of(results("replayed-debit", "FAILED"), results("zero-payout", "PASSED"));
        assertThat(back.of(ReportDiff.Kind.UNJUDGED)).containsExactly("replayed-debit: FAILED -> not run again");
        assertThat(back.summary()).isEqualTo("0 broken, 0 fixed, 0 changed, 1 not run before");
    }

    private Path results(String id, String result) throws IOException {
        return Files.writeString(
                Files.createTempFile(folder, "results", ".json"),
                "{\"cases\":[{\"id\":\"" + id + "\",\"title\":\"\",\"result\":\"" + result
                        + "\",\"detail\":\"why\"}]}");
    }
}
