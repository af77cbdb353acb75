package dev.operatorkit.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import org.junit.jupiter.api.Test;

class CaseCatalogueTest {
    @Test
    void there_are_at_least_120_cases_with_readable_ids() {
        assertThat(CaseCatalogue.cases()).hasSizeGreaterThanOrEqualTo(120);
        assertThat(CaseCatalogue.cases())
                .extracting(Case::id)
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[a-z0-9]+(-[a-z0-9]+)*+"));
        assertThat(CaseCatalogue.cases()).extracting(Case::title).doesNotHaveDuplicates();
    }

    @Test
    void there_are_ten_quick_cases() {
        assertThat(SuiteRuns.cases(Case::quick)).hasSize(10);
    }

    @Test
    void every_rule_of_the_operator_has_a_plain_text_and_a_hint() {
        assertThat(Rules.operatorRules()).hasSizeGreaterThan(40).allSatisfy((id, text) -> {
            assertThat(text).doesNotContain("`", "](", "**").endsWith(".");
            assertThat(Rules.hintFor(id)).endsWith(".");
        });
        assertThat(Rules.textOf("SIG-1")).contains("path, |, timestamp");
        assertThat(Rules.openPointOf("D-63")).isEqualTo("A wallet that checks campaigns or limits stakes");
        assertThat(Rules.textOf("unknown")).isEmpty();
    }

    @Test
    void every_rule_and_decision_that_a_case_cites_has_its_text() {
        assertThat(CaseCatalogue.cases().stream()
                        .flatMap(c -> c.rules().stream())
                        .distinct())
                .allSatisfy(id -> assertThat(Rules.textOf(id)).isNotEmpty());
    }

    @Test
    void every_operator_rule_has_a_case_or_a_reason_for_having_none() {
        var cited =
                CaseCatalogue.cases().stream().flatMap(c -> c.rules().stream()).toList();
        assertThat(Rules.operatorRules().keySet())
                .allMatch(id -> cited.contains(id) || Rules.notProvable().containsKey(id));
    }

    @Test
    void globs_select_cases() {
        assertThat(ExpectedFailures.matches("replay*", "replayed-debit")).isTrue();
        assertThat(ExpectedFailures.matches("replay", "replayed-debit")).isFalse();
        assertThat(ExpectedFailures.matches("?nd", "and")).isTrue();
        assertThat(ExpectedFailures.matches("a.c", "abc")).isFalse();
    }
}
