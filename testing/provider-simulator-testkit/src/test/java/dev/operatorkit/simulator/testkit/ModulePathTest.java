package dev.operatorkit.simulator.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uses the simulator on the module path, where its internal packages are hidden. The other tests of this module use it on
 * the class path.
 */
class ModulePathTest {
    private static final Path CASINO = Path.of("src/test/modules/casino");

    /** Holds the jars of the class path of this test, without the test itself, which is no module. */
    private static final List<Path> MODULES = Arrays.stream(
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                            .split(File.pathSeparator, -1))
            .map(Path::of)
            .filter(entry -> !entry.endsWith("test-classes"))
            .toList();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    @Tag("thorough")
    void the_tests_of_a_module_pass() throws Exception {
        assertThat(compile(sources(CASINO))).isEmpty();

        var tests = run(
                "--add-modules", "org.junit.jupiter.engine", "-m", "com.example.casino/com.example.casino.CasinoTests");

        assertThat(tests.exit()).as(tests.output()).isZero();
        assertThat(tests.output()).contains("2 tests successful");
    }

    private static List<Path> sources(Path module) throws IOException {
        try (var files = Files.walk(module)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Compiles a module and returns what the compiler says about it. */
    private String compile(List<Path> sources) {
        var said = new StringWriter();
        var words = Stream.concat(
                Stream.of("-d", folder.resolve("classes").toString(), "--module-path", path(MODULES)),
                sources.stream().map(Path::toString));
        ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(new PrintWriter(said), new PrintWriter(said), words.toArray(String[]::new));
        return said.toString();
    }

    private static String path(List<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private Run run(String... words) throws IOException, InterruptedException {
        var classes = Files.createDirectories(folder.resolve("classes"));
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--module-path",
                path(Stream.concat(MODULES.stream(), Stream.of(classes)).toList())));
        command.addAll(List.of(words));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    private record Run(int exit, String output) {}
}
