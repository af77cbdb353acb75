package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A build that is none of ours takes what we publish, as an operator's would: {@code examples/own-build}. */
class OwnBuildTest {
    private static final Path EXAMPLE = Tree.ROOT.resolve("examples/own-build");
    /** Surefire tells it. */
    private static final Path FETCHED = Path.of(System.getProperty("localRepository"));

    private static final Pattern OURS = Pattern.compile("dev\\.operatorkit(?:</groupId>\\s*<artifactId>|:)([a-z-]+)");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    static Path folder;

    /** What was fetched from elsewhere is linked to; ours is as `mvn install` would lay it out. */
    @BeforeAll
    static void publish() throws IOException {
        link(FETCHED, folder.resolve("repository"), Set.of("dev"));
        link(FETCHED.resolve("dev"), folder.resolve("repository/dev"), Set.of("operatorkit"));
        install("operatorkit", Tree.ROOT);
        install("operatorkit-bom", Tree.ROOT.resolve("operatorkit-bom"));
        for (var module : Modules.PUBLISHED) {
            install(module, Tree.ROOT.resolve(module));
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

    /** The links alone, before the folder goes with all that is in it. */
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
    Stream<DynamicTest> builds_and_passes_its_tests() {
        var repository = "-Dmaven.repo.local=" + folder.resolve("repository");
        return Stream.of(
                        List.of("mvn", "-B", "-o", repository, "test"),
                        List.of("gradle", "--offline", "--no-daemon", repository, "test"))
                .filter(command -> onThePath(command.get(0)))
                .map(command -> DynamicTest.dynamicTest(command.get(0), () -> run(command)));
    }

    private static boolean onThePath(String tool) {
        return Arrays.stream(System.getenv("PATH").split(":", -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place, tool)));
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command)
                .directory(folder.resolve("casino").toFile())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_CMD_LINE_ARGS");
        var build = builder.start();
        var said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(build.waitFor()).as(said).isZero();
    }

    @Test
    void gradle_is_told_the_same_as_maven() {
        assertThat(ours("build.gradle.kts"))
                .contains("operatorkit-bom", "sdk-client", "sdk-wallet-server")
                .isEqualTo(ours("pom.xml"));
    }

    private static Set<String> ours(String file) {
        return OURS.matcher(Tree.read(EXAMPLE.resolve(file)))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }
}
