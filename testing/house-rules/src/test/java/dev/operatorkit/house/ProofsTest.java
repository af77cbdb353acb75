package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that docs/proofs.md names one proof for each rule, each fault and each contract, and that the tests of every page exist. */
class ProofsTest {
    private static final Pattern RULE = Pattern.compile("(?m)^\\| <a id=\"([A-Z]+-\\d+)\"></a>\\S+ \\| ([SOC ]+) \\|");
    private static final Pattern PROVEN =
            Pattern.compile("(?m)^\\| \\[([A-Z]+-\\d+)]\\(rules\\.md#\\1\\) \\| (.*) \\| (.*) \\| (.*) \\|$");
    private static final Pattern FAULT =
            Pattern.compile("(?m)^\\| ([TSJDHP]\\d+) \\|.* \\| (?:`[^`]+`|not shown: .+) \\|$");
    private static final Pattern TEST = Pattern.compile("`(\\w+)\\.([a-z]\\w*)`");
    private static final Pattern TEST_CLASS = Pattern.compile("`(\\w+Test)`");
    private static final Set<String> CLASSES =
            Tree.javaFiles().stream().map(Tree::name).collect(Collectors.toSet());
    private static final Pattern COMMAND = Pattern.compile("`(testing/benchmarks/\\w+)");

    private static final String PAGE = Tree.read(Tree.ROOT.resolve("docs/proofs.md"));

    @Test
    void every_rule_has_a_proof_for_each_side_that_must_keep_it() {
        var proven = PROVEN.matcher(PAGE).results().collect(Collectors.toMap(row -> row.group(1), Function.identity()));
        var cases = texts("wallet-conformance/src/main/java/.*/cases/.*");
        var scenarios = texts("wallet-conformance/src/main/java/.*/client/.*");
        RULE.matcher(Tree.read(Tree.ROOT.resolve("docs/rules.md"))).results().forEach(rule -> {
            var row = Objects.requireNonNull(proven.get(rule.group(1)), () -> "no row of " + rule.group(1));
            assertThat(isProof(row.group(2), cases))
                    .as("%s, wallet: %s", rule.group(1), row.group(2))
                    .isEqualTo(rule.group(2).contains("O"));
            assertThat(isProof(row.group(3), scenarios))
                    .as("%s, client: %s", rule.group(1), row.group(3))
                    .isEqualTo(rule.group(2).contains("C"));
            assertThat(TEST.matcher(row.group(4)).matches())
                    .as("%s, service: %s", rule.group(1), row.group(4))
                    .isEqualTo(rule.group(2).contains("S"));
        });
    }

    @Test
    void every_fault_has_a_proof_or_a_reason_for_having_none() {
        assertThat(FAULT.matcher(PAGE).results().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                numbered("T", 43),
                                numbered("S", 18),
                                numbered("J", 14),
                                numbered("D", 20),
                                numbered("H", 16),
                                numbered("P", 11))
                        .flatMap(rows -> rows)
                        .toList());
    }

    @Test
    void every_named_test_and_command_exists() {
        assertThat(missing(PAGE)).isEmpty();
    }

    @Test
    void every_test_class_that_a_page_names_exists() {
        assertThat(Tree.files(file -> Tree.name(file).endsWith(".md")).stream()
                        .flatMap(
                                page -> missingClasses(Tree.read(page)).map(test -> Tree.relative(page) + ": " + test)))
                .isEmpty();
    }

    @Test
    void a_test_or_command_that_does_not_exist_is_detected() {
        assertThat(missing("`ProofsTest.nothing` `NoSuchTest.at_all` `testing/benchmarks/nothing --only x`"))
                .containsExactly("ProofsTest.nothing", "NoSuchTest.at_all", "testing/benchmarks/nothing");
        assertThat(missingClasses("`ProofsTest`, `NoSuchTest`")).containsExactly("NoSuchTest");
    }

    /** Returns true for the id of a case or scenario in its code, or a test; a rule about how code is written has no case. */
    private static boolean isProof(String cell, String sources) {
        return TEST.matcher(cell).matches() || sources.contains(cell.replace('`', '"')) && !cell.isBlank();
    }

    private static Stream<String> numbered(String letter, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(i -> letter + i);
    }

    private static Stream<String> missing(String page) {
        var sources = testSources();
        return Stream.concat(
                TEST.matcher(page)
                        .results()
                        .filter(named -> !declares(sources.getOrDefault(named.group(1), ""), named.group(2)))
                        .map(named -> named.group(1) + "." + named.group(2)),
                COMMAND.matcher(page)
                        .results()
                        .map(named -> named.group(1))
                        .filter(file -> !Files.exists(Tree.ROOT.resolve(file))));
    }

    private static Stream<String> missingClasses(String page) {
        return TEST_CLASS
                .matcher(page)
                .results()
                .map(named -> named.group(1))
                .filter(test -> !CLASSES.contains(test + ".java"));
    }

    private static boolean declares(String source, String test) {
        return source.contains(" void " + test + "(") || source.contains("> " + test + "(");
    }

    private static Map<String, String> testSources() {
        return Tree.javaFiles().stream()
                .filter(file ->
                        Tree.read(file).contains("@Test") || Tree.read(file).contains("@ParameterizedTest"))
                .collect(Collectors.toMap(
                        file -> Tree.name(file).replace(".java", ""), Tree::read, String::concat, TreeMap::new));
    }

    private static String texts(String path) {
        return Tree.files(file -> Tree.relative(file).matches(path)).stream()
                .map(Tree::read)
                .collect(Collectors.joining("\n"));
    }
}
