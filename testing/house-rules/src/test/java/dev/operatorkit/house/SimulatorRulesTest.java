package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the table of rules and tests is complete and that each test named in it exists. */
class SimulatorRulesTest {
    private static final Path TABLE = Tree.ROOT.resolve("docs/simulator-rules.md");
    private static final Pattern OF_THE_SERVICE =
            Pattern.compile("(?m)^\\| <a id=\"([A-Z]+-[0-9]+)\"></a>[A-Z]+-[0-9]+ \\| S[ OC]* \\|");
    private static final Pattern QUOTED = Pattern.compile("`([A-Za-z0-9_]+)`");
    private static final Pattern ID = Pattern.compile("\\b([A-Z]+-[0-9]+|P[0-9]+)\\b");
    /** Decisions about the behaviour of the service: D-1 to D-13, D-16, D-31 to D-36, D-44 to D-48, D-57, D-59 to D-61. */
    private static final Set<Integer> DECISIONS = Stream.of(
                    IntStream.rangeClosed(1, 13),
                    IntStream.of(16),
                    IntStream.rangeClosed(31, 36),
                    IntStream.rangeClosed(44, 48),
                    IntStream.of(57),
                    IntStream.rangeClosed(59, 61))
            .flatMap(IntStream::boxed)
            .collect(Collectors.toSet());

    /** Holds a row: its rules, and the classes and tests that it names. */
    private record Row(String text, Set<String> ids, List<String> classes, List<String> tests) {
        static Row of(String line) {
            var cells = line.split("\\|", 0);
            return new Row(
                    line,
                    ID.matcher(cells[1]).results().map(id -> id.group(1)).collect(Collectors.toSet()),
                    quoted(cells[cells.length - 2]),
                    quoted(cells[cells.length - 1]));
        }

        private static List<String> quoted(String cell) {
            return QUOTED.matcher(cell).results().map(name -> name.group(1)).toList();
        }
    }

    private static List<Row> rows() {
        return Tree.read(TABLE)
                .lines()
                .filter(line -> line.startsWith("| ") && line.endsWith("|") && line.contains("Test`"))
                .map(Row::of)
                .toList();
    }

    @Test
    void every_rule_of_the_service_has_a_test() {
        var proven = rows().stream().flatMap(row -> row.ids.stream()).collect(Collectors.toCollection(TreeSet::new));
        var wanted = OF_THE_SERVICE
                .matcher(Tree.read(Tree.ROOT.resolve("docs/rules.md")))
                .results()
                .map(rule -> rule.group(1))
                .collect(Collectors.toCollection(ArrayList::new));
        assertThat(wanted).hasSizeGreaterThan(60);
        DECISIONS.forEach(number -> wanted.add("D-" + number));
        IntStream.rangeClosed(1, 11).forEach(number -> wanted.add("P" + number));

        assertThat(proven).containsAll(wanted);
    }

    @Test
    void every_named_test_exists_in_a_named_class() {
        assertThat(rows()).hasSizeGreaterThan(80);
        var tests = Tree.files(file -> Tree.relative(file).startsWith("provider-simulator/src/test/"));

        assertThat(rows().stream().flatMap(row -> missing(row, tests))).isEmpty();
    }

    @Test
    void a_missing_test_is_detected() {
        var tests = Tree.files(file -> Tree.relative(file).startsWith("provider-simulator/src/test/"));
        var row = Row.of(
                "| WAL-1 | `GameSessionTest`, `GoneTest` | `a_demo_never_sends_a_callback`, `a_test_that_is_gone` |");

        assertThat(missing(row, tests)).hasSize(2);
    }

    private static Stream<String> missing(Row row, List<Path> tests) {
        var sources = row.classes.stream().map(name -> source(tests, name)).toList();
        var text = String.join("\n", sources);
        Predicate<String> absent = test -> !text.contains("void " + test + "(");
        return Stream.concat(
                IntStream.range(0, sources.size())
                        .filter(i -> sources.get(i).isEmpty())
                        .mapToObj(i -> row.classes.get(i) + " does not exist: " + row.text),
                Stream.concat(
                        row.tests.isEmpty() ? Stream.of("no test is named: " + row.text) : Stream.empty(),
                        row.tests.stream().filter(absent).map(test -> test + " does not exist: " + row.text)));
    }

    private static String source(List<Path> tests, String name) {
        return tests.stream()
                .filter(file -> Tree.name(file).equals(name + ".java"))
                .findFirst()
                .map(Tree::read)
                .orElse("");
    }
}
