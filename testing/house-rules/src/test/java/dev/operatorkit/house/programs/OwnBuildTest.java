package dev.operatorkit.house.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.house.Modules;
import dev.operatorkit.house.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds {@code examples/own-build} and the quick start from the published artifacts, as an operator would. The builds themselves run with {@code -Dthorough}
 * or {@code -Dtests.long}.
 */
@Order(1)
class OwnBuildTest {
    private static final Path EXAMPLE = Tree.ROOT.resolve("examples/own-build");
    /** Passed by Surefire. */
    private static final Path FETCHED = Path.of(System.getProperty("localRepository"));

    private static final boolean BUILDS = Boolean.getBoolean("thorough") || Boolean.getBoolean("tests.long");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    static Path folder;

    /** Links to the downloaded artifacts, and lays out this project's own as {@code mvn install} would. */
    @BeforeAll
    static void publish() throws IOException {
        link(FETCHED, folder.resolve("repository"), Set.of("dev"));
        link(FETCHED.resolve("dev"), folder.resolve("repository/dev"), Set.of("operatorkit"));
        install("operatorkit", Tree.ROOT);
        for (var pom : List.of("bom", "library", "sdk", "program")) {
            install("operatorkit-" + pom, Modules.folder(pom));
        }
        for (var module : Modules.PUBLISHED) {
            install(module, Modules.folder(module));
        }
        for (var file : Tree.files(file -> file.startsWith(EXAMPLE))) {
            var copy = folder.resolve("casino").resolve(EXAMPLE.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
    }

    private static void link(Path from, Path to, Set<String> without) throws IOException {
        Files.createDirectories(to);
        try (var entries = Files.list(from)) {
            for (var entry : entries.toList()) {
                if (!without.contains(Tree.name(entry))) {
                    Files.createSymbolicLink(to.resolve(Tree.name(entry)), entry);
                }
            }
        }
    }

    /** Removes the links before the folder is deleted with its contents. */
    @AfterAll
    static void unlink() throws IOException {
        try (var files = Files.walk(folder.resolve("repository"), 2)) {
            for (var link : files.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    private static void install(String artifact, Path module) throws IOException {
        var version = "0.1.0-SNAPSHOT";
        var to = Files.createDirectories(
                folder.resolve("repository/dev/operatorkit").resolve(artifact).resolve(version));
        Files.copy(module.resolve("pom.xml"), to.resolve(artifact + "-" + version + ".pom"));
        if (!Tree.read(module.resolve("pom.xml")).contains("<packaging>pom</packaging>")) {
            Files.copy(jar(module), to.resolve(artifact + "-" + version + ".jar"));
        }
    }

    private static Path jar(Path module) {
        var name = Tree.name(module);
        return Stream.of(name + "-0.1.0-SNAPSHOT.jar", name + ".jar")
                .map(module.resolve("target")::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " has no jar: run `mvn -DskipTests package` first"));
    }

    @TestFactory
    Stream<DynamicTest> the_example_builds_and_passes_its_tests() {
        return Stream.of(
                        List.of("mvn", "-B", "-o", "-Dmaven.repo.local=" + repository(), "test"),
                        List.of("gradle", "--offline", "--no-daemon", "-Dmaven.repo.local=" + repository(), "test"))
                .filter(command -> BUILDS && onThePath(command.get(0)))
                .map(command -> DynamicTest.dynamicTest(command.get(0), () -> {
                    var build = build(command);
                    assertThat(build.exit()).as(build.output()).isZero();
                }));
    }

    /** Does what the page of the starter shows, with a database that has only the tables of a platform. */
    @Test
    @Tag("thorough")
    void the_quick_start_is_built_from_the_artifacts_and_certified() throws Exception {
        var environment = environment("REPOSITORY", repository().toString());
        var quickStart = ShellCommand.run(Tree.ROOT, environment, ".ci/examples", "spring-boot");
        assertThat(quickStart.exit()).as(quickStart.output()).isZero();
        assertThat(quickStart.output()).contains("CERTIFIED");
    }

    private static Path repository() {
        return folder.resolve("repository");
    }

    private static boolean onThePath(String tool) {
        return Arrays.stream(System.getenv("PATH").split(":", -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place, tool)));
    }

    /** Builds the example, on 17 when available, as many operators' builds do. */
    private static ShellCommand build(List<String> command) throws IOException, InterruptedException {
        var jdk17 = ShellCommand.script(".ci/find-jdk", "17", "17");
        var home = jdk17.exit() == 0 ? jdk17.output().strip() : System.getProperty("java.home");
        return ShellCommand.run(
                folder.resolve("casino"), environment("JAVA_HOME", home), command.toArray(String[]::new));
    }

    private static Map<String, String> environment(String name, String value) {
        return Map.of(name, value, "MAVEN_OPTS", Tree.SHORT_LIVED_JVM, "MAVEN_CMD_LINE_ARGS", "");
    }
}
