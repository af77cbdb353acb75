package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
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

    /** Checks the jars that the last build left; the quick one makes neither sources nor Javadoc. */
    @ParameterizedTest
    @MethodSource("published")
    void every_jar_contains_the_license_and_the_notice(String module) throws IOException {
        var jars = jars(Modules.folder(module).resolve("target"));
        assertThat(jars).as("jars of " + module).isNotEmpty();
        for (var jar : jars) {
            try (var entries = new JarFile(jar.toFile())) {
                assertThat(entries.stream().map(ZipEntry::getName))
                        .as(Tree.relative(jar))
                        .contains("META-INF/LICENSE", "META-INF/NOTICE");
            }
        }
    }

    private static Stream<String> published() {
        return Modules.PUBLISHED.stream();
    }

    private static Stream<String> others() {
        return Stream.concat(Modules.ALL.stream(), Stream.of("house-rules"))
                .filter(module -> !Modules.PUBLISHED.contains(module));
    }

    private static List<Path> jars(Path target) throws IOException {
        try (var files = Files.list(target)) {
            return files.filter(file -> Tree.name(file).endsWith(".jar"))
                    .sorted()
                    .toList();
        }
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
