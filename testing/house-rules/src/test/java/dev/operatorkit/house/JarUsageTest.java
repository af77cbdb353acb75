package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a program ships no jar that it does not use, transitive dependencies included. */
class JarUsageTest {
    /** Jars that no class of the program reaches, each with the reason why it is shipped. */
    private static final Map<String, Map<String, String>> EXCEPTIONS = Map.of(
            "provider-simulator",
            Map.of(
                    "htmx.org", "contains a script for the browser and no class",
                    "helidon-common-security", "required by Helidon's module descriptors",
                    "logback-classic", "found by SLF4J, which looks for a provider",
                    "logback-core", "needed by logback-classic"),
            "reference-wallet",
            Map.of(
                    "h2", "a driver that JDBC finds by the URL of the database",
                    "postgresql", "a driver, as above",
                    "helidon-common-security", "as above",
                    "annotations", "annotates Kotlin's library, which OkHttp needs"));

    @ParameterizedTest
    @ValueSource(strings = {"provider-simulator", "reference-wallet"})
    void a_program_uses_every_jar_that_it_ships(String program) throws IOException {
        var target = Modules.folder(program).resolve("target");
        var unused = unusedJars(Modules.built(target.resolve("classes/dev")), libraries(target, program))
                .map(jar -> jar.replaceFirst("-\\d.*", ""));
        assertThat(unused)
                .containsExactlyInAnyOrderElementsOf(
                        EXCEPTIONS.getOrDefault(program, Map.of()).keySet());
    }

    @Test
    void an_unused_jar_is_detected() {
        var unused = jarOf(Assertions.class);
        assertThat(unusedJars(
                        Path.of("target/test-classes/dev/operatorkit/wallet"),
                        List.of(jarOf(OkHttpClient.class), unused)))
                .containsExactly(Tree.name(unused));
    }

    /** Returns the jars of which these classes need no class, directly or through others. */
    private static Stream<String> unusedJars(Path classes, List<Path> libraries) {
        var edges = new StringWriter();
        var out = new PrintWriter(edges);
        var path = libraries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        var release = String.valueOf(Runtime.version().feature());
        var options = List.of("--multi-release", release, "--ignore-missing-deps", "-R", "-s", "-cp");
        var exit = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        out,
                        out,
                        Stream.concat(options.stream(), Stream.of(path, classes.toString()))
                                .toArray(String[]::new));
        assertThat(exit).as(edges.toString()).isZero();
        var used = Set.copyOf(List.of(edges.toString().split("[\\s/]+", -1)));
        return libraries.stream().map(Tree::name).filter(jar -> !used.contains(jar));
    }

    /** Reads the manifest rather than the folder, which may still contain jars of an earlier build. */
    private static List<Path> libraries(Path target, String program) throws IOException {
        try (var jar =
                new JarFile(Modules.built(target).resolve(program + ".jar").toFile())) {
            var names = jar.getManifest().getMainAttributes().getValue("Class-Path");
            return Stream.of(names.split(" ", -1)).map(target::resolve).toList();
        }
    }

    private static Path jarOf(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
}
