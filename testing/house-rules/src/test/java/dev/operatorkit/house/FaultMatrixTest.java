package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the fault matrix names existing tests and commands and has every row. */
class FaultMatrixTest {
    private static final Pattern ROW =
            Pattern.compile("^\\| ([TSJDH]\\d+) \\|.*(?:`\\w+\\.\\w+`|`testing/|not shown: ).*\\|$", Pattern.MULTILINE);
    private static final Pattern COMMAND = Pattern.compile("`(testing/benchmarks/\\w+)[^`]*?(?: --only ([a-z,-]+))?`");
    private static final Pattern FAULT = Pattern.compile("\"([a-z]+(?:-[a-z]+)*+)\"");
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
    void every_named_command_and_its_faults_exist() {
        assertThat(missingCommands(page())).isEmpty();
    }

    @Test
    void a_command_or_a_fault_that_does_not_exist_is_detected() {
        assertThat(missingCommands("`testing/benchmarks/nothing`, `testing/benchmarks/soak --only"
                        + " disk-full,sql-cut,clock,disk-lost`"))
                .containsExactly("testing/benchmarks/nothing", "disk-lost");
    }

    @Test
    void every_row_has_a_test_or_a_reason_for_having_none() {
        var rows = ROW.matcher(page()).results().map(row -> row.group(1));
        assertThat(rows)
                .containsExactlyElementsOf(Stream.of(
                                numbered("T", 43),
                                numbered("S", 18),
                                numbered("J", 14),
                                numbered("D", 18),
                                numbered("H", 16))
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

    /** Returns the commands that do not exist, and the faults that the command does not know. */
    private static Stream<String> missingCommands(String page) {
        return COMMAND.matcher(page).results().flatMap(command -> {
            var faults = Stream.ofNullable(command.group(2)).flatMap(names -> Stream.of(names.split(",", -1)));
            return Stream.concat(
                    Stream.of(command.group(1)).filter(file -> !Files.exists(Tree.ROOT.resolve(file))),
                    faults.filter(fault -> !isKnown(fault)));
        });
    }

    /** Returns true for the beginning of a fault's name; that of a link is made of the link and what happens to it. */
    private static boolean isKnown(String fault) {
        var kinds = Tree.read(Tree.ROOT.resolve("testing/benchmarks/faults/kinds.py"));
        var words = FAULT.matcher(kinds).results().map(word -> word.group(1)).toList();
        return words.stream().anyMatch(word -> word.startsWith(fault))
                || Stream.of(fault.split("-", 2)).allMatch(words::contains);
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
