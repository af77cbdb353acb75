package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that every Java or build snippet on a page occurs verbatim in an example or a test that the build runs. */
class SnippetsTest {
    private static final Pattern SNIPPET = Pattern.compile("(?ms)^```(?:java|xml|kotlin)\n(.*?)^```");

    @Test
    void every_snippet_on_a_page_is_run_by_a_test() {
        var code = Tree.files(SnippetsTest::isRun).stream()
                .map(file -> packed(Tree.read(file)))
                .toList();
        assertThat(Tree.files(file -> Tree.name(file).endsWith(".md")).stream()
                        .flatMap(page -> unknown(Tree.relative(page), Tree.read(page), code)))
                .isEmpty();
    }

    @Test
    void a_snippet_that_no_test_runs_is_detected() {
        var code = List.of(packed("class A {\n    int b = 1;\n}"));
        assertThat(unknown("x.md", "```java\nint  b =\n1;\n```\n```java\nint c = 1;\n```\n", code))
                .containsExactly("x.md: int c = 1;");
    }

    private static boolean isRun(Path file) {
        var path = Tree.relative(file);
        return path.matches("examples/.*\\.(?:java|xml|kts)") || path.matches(".*/src/test/.*\\.java");
    }

    private static Stream<String> unknown(String page, String text, List<String> code) {
        return SNIPPET.matcher(text)
                .results()
                .map(snippet -> snippet.group(1))
                .filter(snippet -> code.stream().noneMatch(file -> file.contains(packed(snippet))))
                .map(snippet -> page + ": " + snippet.strip());
    }

    private static String packed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
