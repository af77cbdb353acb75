package dev.operatorkit.house.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.house.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what {@code bin/cluster} says before it starts anything. {@code .ci/check-citus} runs the cluster itself. */
class ClusterCommandTest {
    /** Has a short path wherever the build is, since {@code up} rejects one that is too long for its sockets. */
    @TempDir(factory = ShortPath.class)
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "fly", "up --workers 8", "up --quiet", "kill", "add-worker 3", "down now"})
    void wrong_usage_is_one_line(String arguments) throws IOException, InterruptedException {
        var run = cluster(Map.of(), arguments);
        assertThat(run.exit()).as(run.output()).isEqualTo(64);
        assertThat(run.output()).startsWith("cluster: ").endsWith("See `bin/cluster --help`.\n");
        assertThat(run.output().lines()).hasSize(1);
    }

    @Test
    void a_command_without_a_cluster_says_how_to_start_one() throws IOException, InterruptedException {
        for (var command : List.of("status", "kill worker-1", "add-worker", "audit", "down")) {
            var run = cluster(Map.of(), command);
            assertThat(run.exit()).as(command).isEqualTo(69);
            assertThat(run.output())
                    .isEqualTo("cluster: no cluster in " + folder.resolve("none")
                            + ". Start one with `bin/cluster up`.\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"down", "up", "status", "audit", "kill primary"})
    void the_folder_of_somebody_else_is_left_as_it_is(String command) throws IOException, InterruptedException {
        var own = Files.createDirectories(folder.resolve("none/sub")).resolve("file");
        Files.writeString(own, "precious");
        Files.writeString(folder.resolve("none/nodes"), "wallet-1\n");
        var run = cluster(Map.of(), command);
        assertThat(run.exit()).as(run.output()).isEqualTo(69);
        assertThat(run.output().lines()).hasSize(1);
        assertThat(own).hasContent("precious");
    }

    /** Returns the folder of a cluster whose processes have all ended. */
    private Path endedCluster() throws IOException {
        var dead = Files.createDirectory(folder.resolve("none"));
        Files.createFile(dead.resolve("cluster"));
        return dead;
    }

    @Test
    void the_number_of_a_process_that_belongs_to_a_stranger_now_is_not_killed()
            throws IOException, InterruptedException {
        var dead = endedCluster();
        Files.writeString(dead.resolve("nodes"), "wallet-1\n");
        Files.writeString(dead.resolve("password"), "canary-password");
        var stranger = new ProcessBuilder("sleep", "600").start();
        try {
            for (var name : List.of("up", "wallet-1", "etcd")) {
                Files.writeString(dead.resolve(name + ".pid"), stranger.pid() + "\n");
            }
            assertThat(cluster(Map.of(), "kill wallet-1").exit()).isZero();
            assertThat(cluster(Map.of(), "down").exit()).isZero();
            assertThat(stranger.isAlive()).isTrue();
            assertThat(dead).doesNotExist();
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    private ShellCommand cluster(Map<String, String> settings, String arguments)
            throws IOException, InterruptedException {
        var environment = new HashMap<>(settings);
        environment.putIfAbsent("CLUSTER_DIR", folder.resolve("none").toString());
        var line = (Tree.ROOT.resolve("bin/cluster") + " " + arguments).strip().split(" ");
        return ShellCommand.run(folder, environment, line);
    }

    /** Creates a folder under {@code /tmp}. */
    static final class ShortPath implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
            return Files.createTempDirectory(Path.of("/tmp"), "cluster");
        }
    }
}
