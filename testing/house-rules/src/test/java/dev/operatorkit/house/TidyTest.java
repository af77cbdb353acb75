package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the text of every file against the rules of {@link Tidy}. */
class TidyTest {
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
        assertThat(rule.violations("sdk-core/src/main/java/signing/Verifier.java", rule.example())
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
                .isEmpty();
    }

    /** Programs of a single file in {@code .ci} run from their source. */
    @Test
    void every_java_file_is_in_a_module_that_the_build_lists() {
        assertThat(Tree.javaFiles())
                .hasSizeGreaterThan(500)
                .filteredOn(file -> Modules.folders().values().stream().noneMatch(file::startsWith))
                .allMatch(file -> Tree.relative(file).matches("\\.ci/[^/]*"));
    }

    private static Map<String, String> texts() {
        var texts = new TreeMap<String, String>();
        Tree.texts().forEach(file -> texts.put(Tree.relative(file), Tree.read(file)));
        assertThat(texts).as("the tree was found").hasSizeGreaterThan(50);
        return texts;
    }
}
