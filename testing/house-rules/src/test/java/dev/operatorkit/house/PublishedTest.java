package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that exactly the published modules are in the BOM and deployed. {@code .ci/check-release} checks what is deployed of each. */
class PublishedTest {
    private static final Pattern OURS =
            Pattern.compile("<groupId>dev\\.operatorkit</groupId>\\s*<artifactId>([a-z-]+)</artifactId>");

    private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");

    @Test
    void the_bom_lists_every_published_module_and_no_other() {
        var bom = pom("bom");
        assertThat(OURS.matcher(bom.substring(bom.indexOf("<dependencies>"))).results())
                .extracting(entry -> entry.group(1))
                .containsExactlyInAnyOrderElementsOf(Modules.PUBLISHED);
        assertThat(Tree.read(Tree.ROOT.resolve("bin/install-sdks"))).contains(Modules.PUBLISHED);
    }

    @Test
    void every_other_module_is_never_deployed() {
        assertThat(Stream.concat(Modules.ALL.stream(), Stream.of("house-rules")))
                .filteredOn(module -> !pom(module).contains("<maven.deploy.skip>true</maven.deploy.skip>"))
                .containsExactlyInAnyOrderElementsOf(Modules.PUBLISHED);
    }

    /** A swap of them compiles, so docs/compatibility.md says for each why it does no harm. */
    @Test
    void public_arguments_of_one_type_are_listed_with_the_reason() {
        var page = Tree.read(Tree.ROOT.resolve("docs/compatibility.md"));
        var listed = Pattern.compile("`(\\w[\\w.]*\\([\\w, .\\[\\]]+\\))`")
                .matcher(page)
                .results();
        var libraries = Modules.PUBLISHED.stream()
                .filter(module -> !List.of("wallet-conformance", "provider-simulator", "http-guard")
                        .contains(module))
                .toList();
        var exported = libraries.stream()
                .map(module -> Modules.folder(module).resolve("src/main/java/module-info.java"))
                .filter(Files::exists)
                .flatMap(file -> EXPORTED.matcher(Tree.read(file)).results())
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        assertThat(Modules.product(libraries).stream()
                        .filter(type -> exported.contains(type.getPackageName()) && isPublic(type))
                        .flatMap(type -> type.getCodeUnits().stream())
                        .filter(PublishedTest::canBeSwapped)
                        .map(PublishedTest::describe)
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(
                        listed.map(found -> found.group(1)).toList());
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(PublishedTest::isPublic).orElse(true);
    }

    private static boolean canBeSwapped(JavaCodeUnit call) {
        var types = call.getRawParameterTypes();
        return call.getModifiers().contains(JavaModifier.PUBLIC)
                && !call.getModifiers().contains(JavaModifier.SYNTHETIC)
                && types.stream().distinct().count() < types.size();
    }

    private static String describe(JavaCodeUnit call) {
        var type = call.getOwner().getName().replaceAll("^.*\\.", "").replace('$', '.');
        var name = call.isConstructor() ? "" : "." + call.getName();
        return call.getRawParameterTypes().stream()
                .map(JavaClass::getSimpleName)
                .collect(Collectors.joining(", ", type + name + "(", ")"));
    }

    private static String pom(String module) {
        return Tree.read(Modules.folder(module).resolve("pom.xml"));
    }
}
