package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that exactly the published modules are in the BOM and deployed. {@code .ci/check-release} checks what is deployed of each. */
class PublishedTest {
    private static final Pattern OURS =
            Pattern.compile("<groupId>dev\\.operatorkit</groupId>\\s*<artifactId>([a-z-]+)</artifactId>");

    @Test
    void the_bom_lists_every_published_module_and_no_other() {
        var bom = pom("bom");
        assertThat(OURS.matcher(bom.substring(bom.indexOf("<dependencies>"))).results())
                .extracting(entry -> entry.group(1))
                .containsExactlyInAnyOrderElementsOf(Modules.PUBLISHED);
    }

    @Test
    void every_other_module_is_never_deployed() {
        assertThat(Stream.concat(Modules.ALL.stream(), Stream.of("house-rules")))
                .filteredOn(module -> !pom(module).contains("<maven.deploy.skip>true</maven.deploy.skip>"))
                .containsExactlyInAnyOrderElementsOf(Modules.PUBLISHED);
    }

    private static String pom(String module) {
        return Tree.read(Modules.folder(module).resolve("pom.xml"));
    }
}
