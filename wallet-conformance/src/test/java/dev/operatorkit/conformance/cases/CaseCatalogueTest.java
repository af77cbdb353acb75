package dev.operatorkit.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CaseCatalogueTest {
    private static final Pattern RULE =
            Pattern.compile("\\| <a id=\"([A-Z]+-\\d+)\"></a>\\S+ \\| ([SOC ]+) \\| (.*) \\|");
    private static final Pattern DECISION = Pattern.compile("\\| <a id=\"(D-\\d+)\"></a>\\S+ \\| (.*?) \\| (.*) \\|");

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
    void the_rules_are_worded_as_in_the_documentation() throws IOException {
        var documented =
                operatorRules().map(row -> row.get(0) + " " + row.get(1)).toList();
        assertThat(Rules.operatorRules().entrySet().stream().map(e -> e.getKey() + " " + e.getValue()))
                .containsExactlyElementsOf(documented);
    }

    @Test
    void the_decisions_are_worded_as_in_the_documentation() throws IOException {
        var documented = decisions().toList();
        assertThat(documented).hasSizeGreaterThan(60).allSatisfy(row -> {
            assertThat(Rules.openPointOf(row.get(0))).isEqualTo(row.get(1));
            assertThat(Rules.textOf(row.get(0))).isEqualTo(row.get(2));
        });
        assertThat(Rules.textOf("D-" + (documented.size() + 1))).isEmpty();
    }

    @Test
    void every_rule_of_the_operator_has_a_hint() {
        assertThat(Rules.operatorRules().keySet())
                .allSatisfy(id -> assertThat(Rules.hintFor(id)).endsWith("."));
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

    private static Stream<List<String>> operatorRules() throws IOException {
        return Files.readAllLines(root().resolve("docs/rules.md")).stream()
                .map(line -> RULE.matcher(line.strip()))
                .filter(row -> row.matches()
                        && Arrays.asList(row.group(2).split(" ", -1)).contains("O"))
                .map(row -> List.of(row.group(1), plain(row.group(3))));
    }

    private static Stream<List<String>> decisions() throws IOException {
        return Files.readAllLines(root().resolve("docs/decisions.md")).stream()
                .map(line -> DECISION.matcher(line.strip()))
                .filter(Matcher::matches)
                .map(row -> List.of(row.group(1), plain(row.group(2)), plain(row.group(3))));
    }

    /** Removes what Markdown adds to a text. */
    private static String plain(String markdown) {
        return markdown.replaceAll("\\[([^]]+)]\\([^)]*\\)", "$1")
                .replace("\\|", "|")
                .replace("`", "")
                .replace("**", "");
    }

    /** Returns the folder of the whole project, wherever the build was started. */
    private static Path root() {
        var here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("docs/rules.md"))) {
            here = Objects.requireNonNull(here.getParent(), "not inside the project");
        }
        return here;
    }
}
