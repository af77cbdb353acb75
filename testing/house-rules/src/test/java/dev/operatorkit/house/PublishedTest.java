package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the BOM lists exactly the published modules, and that each is published complete. */
class PublishedTest {
    private static final Pattern OURS =
            Pattern.compile("<groupId>dev\\.operatorkit</groupId>\\s*<artifactId>([a-z-]+)</artifactId>");
    private static final Pattern PARENT =
            Pattern.compile("<parent>\\s*<groupId>[^<]+</groupId>\\s*<artifactId>operatorkit-([a-z]+)</artifactId>");
    private static final String NOT_DEPLOYED = "<maven.deploy.skip>true</maven.deploy.skip>";

    /** Lists the plugins that attach sources, Javadoc, the SBOM and the checksums. */
    private static final List<String> PLUGINS =
            List.of("maven-source-plugin", "maven-javadoc-plugin", "cyclonedx-maven-plugin", "checksum-maven-plugin");

    @Test
    void the_bom_lists_every_published_module_and_no_other() {
        var bom = Tree.read(pom("bom"));
        var managed = OURS.matcher(bom.substring(bom.indexOf("<dependencies>")))
                .results()
                .map(entry -> entry.group(1));

        assertThat(managed).containsExactlyInAnyOrderElementsOf(Modules.PUBLISHED);
    }

    @ParameterizedTest
    @MethodSource("published")
    void a_published_module_has_sources_javadoc_an_sbom_and_checksums(String module) {
        var poms = withParents(module);

        assertThat(poms).doesNotContain(NOT_DEPLOYED);
        assertThat(poms).contains(PLUGINS);
    }

    @ParameterizedTest
    @MethodSource("others")
    void every_other_module_is_never_deployed(String module) {
        assertThat(Tree.read(pom(module))).contains(NOT_DEPLOYED);
    }

    private static Stream<String> published() {
        return Modules.PUBLISHED.stream();
    }

    private static Stream<String> others() {
        return Modules.folders().keySet().stream()
                .filter(module -> !Modules.PUBLISHED.contains(module))
                .filter(module -> !Modules.folder(module).startsWith(Tree.ROOT.resolve("poms")));
    }

    /** Returns the pom of the module and of its parents, except the pom of the whole build, which only configures the plugins. */
    private static String withParents(String module) {
        var pom = Tree.read(pom(module));
        var parent = PARENT.matcher(pom);
        return parent.find() ? pom + withParents(parent.group(1)) : pom;
    }

    private static Path pom(String module) {
        return Modules.folder(module).resolve("pom.xml");
    }
}
