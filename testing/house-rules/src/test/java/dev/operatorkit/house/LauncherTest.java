package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests when the launchers build: in a copy of the tree, with fake mvn and java commands that only record the call. */
class LauncherTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    Path root;

    @BeforeEach
    void copyABuiltTree() throws IOException {
        for (var name : new String[] {"simulator", ".launch.sh", ".jdk.sh"}) {
            Files.createDirectories(root.resolve("bin"));
            Files.copy(Tree.ROOT.resolve("bin").resolve(name), root.resolve("bin/" + name));
        }
        source("pom.xml");
        source("provider-simulator/pom.xml");
        source("provider-simulator/src/main/java/Main.java");
        source("sdk-core/src/main/java/Signer.java");
        source("provider-simulator/target/provider-simulator.jar");
        Files.createDirectories(root.resolve("provider-simulator/target/lib"));
        program("tools/mvn", "echo built");
        // Writes a file where it is started, as the wallet does.
        program("jdk/bin/java", "echo \"ready $1\"; echo > data");
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    }

    @Test
    void nothing_is_built_when_nothing_has_changed() throws Exception {
        assertThat(simulator()).contains("ready").doesNotContain("building");
    }

    /** Maven does not rebuild the simulator's own jar in this case, since its own sources are unchanged. */
    @Test
    void a_changed_dependency_is_built_once() throws Exception {
        Files.setLastModifiedTime(
                root.resolve("sdk-core/src/main/java/Signer.java"), FileTime.from(LONG_AGO.plusSeconds(60)));
        assertThat(simulator()).contains("building provider-simulator", "built", "ready");
        assertThat(root.resolve("tmp")).isEmptyDirectory();
        assertThat(simulator()).contains("ready").doesNotContain("building");
    }

    private String simulator() throws IOException, InterruptedException {
        var builder = new ProcessBuilder(root.resolve("bin/simulator").toString(), "--version");
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        builder.environment()
                .put("TMPDIR", Files.createDirectories(root.resolve("tmp")).toString());
        builder.environment()
                .merge("PATH", root.resolve("tools").toString(), (path, tools) -> tools + File.pathSeparator + path);
        var process = builder.directory(root.toFile()).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private void source(String name) throws IOException {
        var file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private void program(String name, String does) throws IOException {
        var file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + does + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
