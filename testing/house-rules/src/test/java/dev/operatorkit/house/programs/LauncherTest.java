package dev.operatorkit.house.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.house.Tree;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests when the launchers build, in a copy of the tree, with fake mvn and java commands that only record the call. */
class LauncherTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    Path root;

    @BeforeEach
    void copyABuiltTree() throws IOException, InterruptedException {
        for (var name : new String[] {"simulator", ".launch.sh", ".jdk.sh"}) {
            RunnableFile.copy(Tree.ROOT.resolve("bin").resolve(name), root.resolve("bin/" + name));
        }
        source("pom.xml");
        source("provider-simulator/pom.xml");
        source("provider-simulator/src/main/java/Main.java");
        source("sdk-core/src/main/java/Signer.java");
        source("provider-simulator/target/provider-simulator.jar");
        Files.createDirectories(root.resolve("provider-simulator/target/lib"));
        // Leaves the jar where a launcher looks for it.
        program(
                "tools/mvn",
                "folder=provider-simulator/target/launch; mkdir -p $folder/lib; touch $folder/provider-simulator.jar;"
                        + " echo built $*");
        program("jdk/bin/java", "echo \"ready $*\"");
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    }

    @Test
    void nothing_is_built_when_nothing_has_changed() throws Exception {
        assertThat(simulator()).contains("ready").doesNotContain("building");
    }

    /** A build into {@code target} would replace the classes under the tests of another build, and delete their databases. */
    @Test
    void a_changed_dependency_is_built_once_in_a_folder_of_the_launchers() throws Exception {
        Files.setLastModifiedTime(
                root.resolve("sdk-core/src/main/java/Signer.java"), FileTime.from(LONG_AGO.plusSeconds(60)));
        assertThat(simulator())
                .contains("building provider-simulator", "-Dbuild.folder=target/launch", "ready")
                .contains("-jar " + root.resolve("provider-simulator/target/launch/provider-simulator.jar"));
        assertThat(simulator()).contains("ready").doesNotContain("building");
        assertThat(root.resolve("provider-simulator/target/provider-simulator.jar"))
                .hasSize(0)
                .satisfies(jar -> assertThat(Files.getLastModifiedTime(jar)).isEqualTo(FileTime.from(LONG_AGO)));
    }

    /** The archive for machines without Java has its own launcher, which must not look for a JDK. */
    @Test
    void the_launcher_of_the_archive_needs_only_a_shell() throws Exception {
        var launcher = RunnableFile.copy(
                Tree.ROOT.resolve("deploy/simulator/simulator"), root.resolve("an archive/bin/simulator"));
        program("an archive/runtime/bin/java", "for word; do echo \"$word\"; done");
        var nothing = Map.of("PATH", root.resolve("nothing").toString(), "JAVA_HOME", "");
        var run = ShellCommand.run(root, nothing, launcher.toString(), "conformance", "--game", "a b");
        assertThat(run.exit()).as(run.output()).isZero();
        assertThat(run.output().lines())
                .endsWith(
                        "-jar",
                        root.resolve("an archive/provider-simulator.jar").toString(),
                        "conformance",
                        "--game",
                        "a b")
                .contains("-XX:TieredStopAtLevel=1");
        var link = Files.createSymbolicLink(root.resolve("tools/simulate"), Path.of("../an archive/bin/simulator"));
        assertThat(ShellCommand.run(root, Map.of(), link.toString(), "serve")
                        .output()
                        .lines())
                .endsWith("serve")
                .doesNotContain("-XX:TieredStopAtLevel=1");
    }

    private String simulator() throws IOException, InterruptedException {
        var environment = Map.of(
                "JAVA_HOME", root.resolve("jdk").toString(),
                "TMPDIR", Files.createDirectories(root.resolve("tmp")).toString(),
                "PATH", root.resolve("tools") + File.pathSeparator + System.getenv("PATH"));
        var run = ShellCommand.run(
                root, environment, root.resolve("bin/simulator").toString(), "--version");
        assertThat(run.exit()).as(run.output()).isZero();
        return run.output();
    }

    private void source(String name) throws IOException {
        var file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private void program(String name, String does) throws IOException, InterruptedException {
        RunnableFile.script(root.resolve(name), does);
    }
}
