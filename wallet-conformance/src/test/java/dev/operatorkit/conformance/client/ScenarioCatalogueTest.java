package dev.operatorkit.conformance.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScenarioCatalogueTest {
    private static final List<Case> CASES = Stream.concat(
                    ScenarioCatalogue.full().cases().stream(), WatchedCalls.plan().cases().stream())
            .toList();

    @Test
    void each_case_has_an_id_of_its_own_a_sentence_and_known_rules() {
        assertThat(CASES).extracting(Case::id).doesNotHaveDuplicates().allMatch(id -> id.matches("[a-z0-9-]+"));
        assertThat(CASES).allSatisfy(each -> {
            assertThat(each.title()).isNotBlank();
            assertThat(each.rules())
                    .allSatisfy(rule -> assertThat(Rules.textOf(rule)).as(rule).isNotEmpty());
        });
    }

    @Test
    void every_rule_of_a_client_is_cited_unless_no_call_can_show_it() {
        assertThat(Rules.clientRules().keySet())
                .filteredOn(
                        rule -> CASES.stream().noneMatch(each -> each.rules().contains(rule)))
                .isEmpty();
    }

    @Test
    void every_mistake_that_a_judge_names_is_in_the_table_and_no_other() throws IOException {
        var sources = new StringBuilder();
        try (var files = Files.list(Path.of("src/main/java/dev/operatorkit/conformance/client"))) {
            for (var file : files.toList()) {
                sources.append(Files.readString(file));
            }
        }
        var mistakes = Rules.read("mistakes.tsv").keySet();
        var named = Pattern.compile(
                        "(?:fail|failRule|require)\\((?:[^;\"]*,\\s*(?:\"[A-Z0-9-]+\",\\s*)?)?\"([a-z-]+)\"")
                .matcher(sources)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(named).hasSizeGreaterThan(40);
        assertThat(mistakes).containsAll(named).allMatch(each -> sources.indexOf("\"" + each + "\"") >= 0);
    }

    @Test
    void a_task_is_one_line_of_json_with_the_name_of_its_scenario() {
        var values = new Scenario.Values("7f3a", Instant.parse("2026-03-01T12:00:00Z"));

        assertThat(ScenarioCatalogue.scenarios())
                .allSatisfy(each -> assertThat(each.setup().apply(values).task().json(each.id()))
                        .startsWith("{\"scenario\":\"" + each.id() + "\",\"do\":\"")
                        .doesNotContain("\n"));
    }
}
