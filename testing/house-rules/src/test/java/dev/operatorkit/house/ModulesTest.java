package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks that the rules see every module: one that they miss would keep them all. */
class ModulesTest {
    @Test
    void every_module_of_the_build_is_known_to_the_rules() {
        var listed = new TreeSet<>(Modules.folders().keySet());
        listed.removeIf(module -> Modules.folder(module).startsWith(Tree.ROOT.resolve("poms")));
        listed.remove("house-rules");

        assertThat(listed).containsExactlyInAnyOrderElementsOf(Modules.ALL);
    }

    /** Programs of a single file in {@code .ci} run from their source. */
    @Test
    void every_java_file_is_in_a_module_that_the_build_lists() {
        var files = Tree.javaFiles();

        assertThat(files).hasSizeGreaterThan(500);
        assertThat(files.stream()
                        .filter(file -> Modules.folders().values().stream().noneMatch(file::startsWith))
                        .map(Tree::relative)
                        .filter(file -> !file.matches("\\.ci/[^/]*")))
                .isEmpty();
    }
}
