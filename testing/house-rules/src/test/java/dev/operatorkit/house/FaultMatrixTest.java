package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the fault matrix names existing tests and has every row. */
class FaultMatrixTest {
    private static final Pattern ROW =
            Pattern.compile("^\\| ([TSJDH]\\d+) \\|.*(?:`\\w+\\.\\w+`|not shown: ).*\\|$", Pattern.MULTILINE);
    private static final Pattern NAMED = Pattern.compile("`(\\w+)\\.([a-z]\\w*)`");

    @Test
    void every_named_test_exists() {
        assertThat(missing(page(), testSources())).isEmpty();
    }

    @Test
    void a_test_that_does_not_exist_is_detected() {
        assertThat(missing(
                        "| T1 | a | b | `FaultMatrixTest.nothing_of_the_kind`<br>`NoSuchTest.at_all` |", testSources()))
                .containsExactly("FaultMatrixTest.nothing_of_the_kind", "NoSuchTest.at_all");
    }

    @Test
    void every_row_has_a_test_or_a_reason_for_having_none() {
        var rows = ROW.matcher(page()).results().map(row -> row.group(1));
        assertThat(rows)
                .containsExactlyElementsOf(Stream.of(
                                numbered("T", 43),
                                numbered("S", 18),
                                numbered("J", 14),
                                numbered("D", 15),
                                numbered("H", 13))
                        .flatMap(row -> row)
                        .toList());
    }

    private static Stream<String> numbered(String letter, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(i -> letter + i);
    }

    private static Stream<String> missing(String page, Map<String, String> sources) {
        return NAMED.matcher(page)
                .results()
                .filter(named -> !sources.getOrDefault(named.group(1), "").contains(" void " + named.group(2) + "("))
                .map(named -> named.group(1) + "." + named.group(2));
    }

    private static String page() {
        return Tree.read(Tree.ROOT.resolve("docs/fault-matrix.md"));
    }

    /** Returns the sources by class name. The store contract's tests are in the main sources of its module. */
    private static Map<String, String> testSources() {
        return Tree.javaFiles().stream()
                .filter(file ->
                        Tree.read(file).contains("@Test") || Tree.read(file).contains("@ParameterizedTest"))
                .collect(Collectors.toMap(FaultMatrixTest::className, Tree::read, String::concat));
    }

    private static String className(Path file) {
        return Tree.name(file).replace(".java", "");
    }
}
