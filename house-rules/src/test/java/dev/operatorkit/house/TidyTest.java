package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small things that add up. */
class TidyTest {
    private static final Set<String> WRITTEN_BY_HAND = Set.of(
            "java",
            "md",
            "xml",
            "sh",
            "sql",
            "jte",
            "js",
            "css",
            "html",
            "yml",
            "yaml",
            "json",
            "properties",
            "kts",
            "service",
            "toml",
            "txt");
    private static final Pattern EXPORTED_TYPE = Pattern.compile(
            "^public (?:(?:abstract|final|sealed|non-sealed|static) )*(?:class|interface|record|enum|@interface)"
                    + " (\\w+)",
            Pattern.MULTILINE);

    private static final Map<String, String> TEXTS = texts();

    static Stream<Tidy> rules() {
        return Tidy.rules();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void is_kept_everywhere(Tidy rule) {
        assertThat(TEXTS.entrySet().stream()
                        .flatMap(file -> rule.brokenIn(file.getKey(), file.getValue())
                                .map(where -> file.getKey() + ":" + where)))
                .as(rule.name())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void is_broken_by_its_example(Tidy rule) {
        assertThat(rule.brokenIn("x/src/main/java/X.java", rule.example()).count()
                        + rule.brokenIn("x/src/test/java/X.java", rule.example())
                                .count())
                .isPositive();
    }

    @Test
    void a_file_can_be_read_in_one_sitting() {
        assertThat(TEXTS.entrySet().stream()
                        .filter(file -> file.getKey().matches(".*\\.(java|sh|sql|jte|js|css)"))
                        .filter(file -> file.getValue().lines().count() > Tidy.LONGEST_FILE)
                        .map(Map.Entry::getKey))
                .as("longer than %d lines", Tidy.LONGEST_FILE)
                .containsExactlyInAnyOrderElementsOf(Tidy.LONG_FOR_A_REASON.keySet());
    }

    @Test
    void every_type_that_an_operator_can_see_says_what_it_is() {
        assertThat(TEXTS.entrySet().stream()
                        .filter(file -> Modules.SDKS.stream()
                                .anyMatch(sdk -> file.getKey().startsWith(sdk + "/src/main/")))
                        .flatMap(file -> undocumented(file.getValue()).map(type -> file.getKey() + ": " + type)))
                .isEmpty();
    }

    @Test
    void a_type_without_a_comment_is_noticed() {
        assertThat(undocumented("import java.util.List;\n\n@Deprecated\npublic final class A {}\n"))
                .containsExactly("A");
        assertThat(undocumented("/** Says it. */\n@SuppressWarnings(\"x\")\npublic record B() {}\n"))
                .isEmpty();
    }

    /** The exported types of a source that have no Javadoc before them; annotations may stand between. */
    private static Stream<String> undocumented(String source) {
        return EXPORTED_TYPE
                .matcher(source)
                .results()
                .filter(type -> {
                    var before = source.substring(0, type.start()).lines().toList();
                    return before.reversed().stream()
                            .filter(line -> !line.startsWith("@") && !line.isBlank())
                            .findFirst()
                            .filter(line -> line.endsWith("*/"))
                            .isEmpty();
                })
                .map(type -> type.group(1));
    }

    private static Map<String, String> texts() {
        var texts = new TreeMap<String, String>();
        for (var file : Tree.files(TidyTest::writtenByHand)) {
            texts.put(Tree.relative(file), Tree.read(file));
        }
        assertThat(texts).as("the tree was found").hasSizeGreaterThan(50);
        return texts;
    }

    private static boolean writtenByHand(Path file) {
        var name = Tree.name(file);
        var end = name.substring(name.lastIndexOf('.') + 1);
        return WRITTEN_BY_HAND.contains(end) || Tree.relative(file).matches("(bin|\\.ci)/.*");
    }
}
