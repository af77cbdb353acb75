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

/** Checks the text of every file against the rules of {@link Tidy}. */
class TidyTest {
    private static final Set<String> TEXT_FILES = Set.of(
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
            "^public (?:(?:abstract|final|sealed|non-sealed|static) )*+(?:class|interface|record|enum|@interface)"
                    + " (\\w+)",
            Pattern.MULTILINE);

    private static final Map<String, String> TEXTS = texts();

    static Stream<Tidy> rules() {
        return Tidy.rules();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void every_file_follows_the_rule(Tidy rule) {
        assertThat(TEXTS.entrySet().stream()
                        .flatMap(file -> rule.violations(file.getKey(), file.getValue())
                                .map(where -> file.getKey() + ":" + where)))
                .as(rule.name())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_example_breaks_the_rule(Tidy rule) {
        assertThat(rule.violations("x/src/main/java/signing/Verifier.java", rule.example())
                                .count()
                        + rule.violations("x/src/test/java/X.java", rule.example())
                                .count())
                .isPositive();
    }

    @Test
    void no_file_is_longer_than_the_limit() {
        assertThat(TEXTS.entrySet().stream()
                        .filter(file -> file.getKey().matches(".*\\.(java|sh|sql|jte|js|css)"))
                        .filter(file -> file.getValue().lines().count() > Tidy.MAX_FILE_LENGTH)
                        .map(Map.Entry::getKey))
                .as("longer than %d lines", Tidy.MAX_FILE_LENGTH)
                .containsExactlyInAnyOrderElementsOf(Tidy.LONG_FOR_A_REASON.keySet());
    }

    @Test
    void every_exported_type_of_an_sdk_has_javadoc() {
        assertThat(TEXTS.entrySet().stream()
                        .filter(file -> Modules.SDKS.stream()
                                .map(sdk -> Tree.relative(Modules.folder(sdk)) + "/src/main/")
                                .anyMatch(file.getKey()::startsWith))
                        .flatMap(file -> undocumented(file.getValue()).map(type -> file.getKey() + ": " + type)))
                .isEmpty();
    }

    @Test
    void a_type_without_a_comment_is_detected() {
        assertThat(undocumented("import java.util.List;\n\n@Deprecated\npublic final class A {}\n"))
                .containsExactly("A");
        assertThat(undocumented("/** Is documented. */\n@SuppressWarnings(\"x\")\npublic record B() {}\n"))
                .isEmpty();
    }

    /** Returns the exported types of a source without Javadoc; annotations may stand between the two. */
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
        for (var file : Tree.files(TidyTest::isText)) {
            texts.put(Tree.relative(file), Tree.read(file));
        }
        assertThat(texts).as("the tree was found").hasSizeGreaterThan(50);
        return texts;
    }

    private static boolean isText(Path file) {
        var name = Tree.name(file);
        var end = name.substring(name.lastIndexOf('.') + 1);
        return TEXT_FILES.contains(end) || Tree.relative(file).matches("(bin|\\.ci)/.*|testing/benchmarks/[^/.]+");
    }
}
