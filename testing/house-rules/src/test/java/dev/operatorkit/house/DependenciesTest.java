package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that docs/dependencies.md gives a reason for each dependency of the published modules and of the reference wallet. */
class DependenciesTest {
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| [^|]{8,} \\|$");

    private static Stream<String> modules() {
        return Stream.concat(Modules.PUBLISHED.stream(), Stream.of("reference-wallet"));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void every_dependency_has_a_reason_and_every_reason_a_dependency(String module) {
        var pom = Tree.read(Modules.folder(module).resolve("pom.xml"));
        var declared = pom.substring(pom.indexOf("<dependencies>"), pom.indexOf("</dependencies>"));
        assertThat(reasons(module)).containsExactlyInAnyOrderElementsOf(needed(declared));
    }

    private static List<String> needed(String dependencies) {
        return DEPENDENCY
                .matcher(dependencies)
                .results()
                .map(dependency -> dependency.group(1))
                .filter(dependency -> !dependency.contains("<scope>test<") && !dependency.contains("<scope>provided<"))
                .map(DependenciesTest::artifact)
                .toList();
    }

    private static String artifact(String dependency) {
        var artifact = ARTIFACT.matcher(dependency);
        assertThat(artifact.find()).isTrue();
        return artifact.group(1);
    }

    private static List<String> reasons(String module) {
        var page = Tree.read(Tree.ROOT.resolve("docs/dependencies.md"));
        var from = page.indexOf("## " + module + "\n");
        assertThat(from).as(module).isNotNegative();
        var to = page.indexOf("\n## ", from);
        return ROW.matcher(page.substring(from, to < 0 ? page.length() : to))
                .results()
                .map(row -> row.group(1))
                .toList();
    }
}
