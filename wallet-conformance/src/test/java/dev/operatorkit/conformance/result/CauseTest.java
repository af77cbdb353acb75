package dev.operatorkit.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Gate;
import dev.operatorkit.conformance.suite.Rules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that a reader can tell the causes of a run apart, and sees why a case is listed. */
class CauseTest {
    private static final String DEBIT = Gate.DEBIT.caseId();

    private static CaseResult failed(String id, String rule, String expected, String actual) {
        return result(id, Verdict.FAILED, "", new Failure(rule, expected, actual, "", null));
    }

    private static CaseResult result(String id, Verdict verdict, String detail, @Nullable Failure failure) {
        return CaseResult.of(Case.of(id, "A title", "WAL-4", t -> {}), verdict, detail, failure);
    }

    @Test
    void causes_with_the_same_text_are_one() {
        var results = new ArrayList<>(List.of(
                failed(DEBIT, "WAL-4", "200 for the debit", "status 500 {}"),
                failed("one", "WAL-4", "200 for the debit", "status 500 {}"),
                failed("two", "WAL-4", "200 for the debit", "status 500 {\"message\":\"other\"}"),
                result("three", Verdict.SKIPPED, Gate.DEBIT.blocking(), null)));
        var causes = Cause.of(results);
        assertThat(causes).hasSize(1);
        assertThat(causes.getFirst().gate()).contains(Gate.DEBIT);
        assertThat(causes.getFirst().failed()).hasSize(3);
        assertThat(causes.getFirst().blocked()).hasSize(1);
    }

    @Test
    void an_error_of_the_server_comes_before_every_hint() {
        assertThat(advice("status 503 {}"))
                .isEqualTo("The wallet answered with a server error: read its log first. " + Rules.hintFor("WAL-4"));
        assertThat(advice("status 422 {}")).isEqualTo(Rules.hintFor("WAL-4"));
    }

    private static String advice(String actual) {
        return new Failure("WAL-4", "200", actual, "", null).advice();
    }
}
