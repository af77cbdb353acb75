package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.operatorkit.house.programs.ShellCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recomputes the signing vectors and the signatures of the client's golden requests with {@code openssl}, an independent
 * implementation. Without {@code openssl} the tests are skipped with a message; CI installs it and accepts no skip.
 */
class OpensslTest {
    private static final Path VECTORS = Tree.ROOT.resolve(Path.of("docs", "vectors"));
    private static final Path GOLDEN = Tree.ROOT.resolve(Path.of("sdk-client", "src", "test", "resources", "golden"));

    @TempDir
    Path copy;

    @BeforeEach
    void requireOpenssl() throws Exception {
        assumeThat(runs("bash", "--version") && runs("openssl", "version"))
                .as("bash and openssl recompute the signatures; install them to run this test")
                .isTrue();
    }

    @Test
    void openssl_computes_every_vector_but_those_that_were_changed() throws Exception {
        for (var file : Tree.files(file -> file.startsWith(VECTORS))) {
            var target = copy.resolve(VECTORS.relativize(file));
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
        var changed = List.of("accepted/callback-debit.txt", "rejected/key-other.txt");
        for (var name : changed) {
            var vector = copy.resolve(name);
            Files.writeString(vector, Files.readString(vector).replace("method: POST", "method: PUT"));
        }
        var output = vectors(copy);

        assertThat(output).endsWith("\n1");
        assertThat(output.lines().filter(line -> line.startsWith("diff ") || line.startsWith("Only in ")))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("diff ").endsWith(changed.get(0)),
                        second -> assertThat(second).startsWith("diff ").endsWith(changed.get(1)));
        assertThat(output.lines().filter(line -> line.startsWith("> "))).containsOnly("> method: PUT");
    }

    @Test
    void openssl_computes_the_signature_of_every_golden_request() throws Exception {
        var output = golden(GOLDEN);

        assertThat(output).doesNotContain("WRONG").endsWith("\n0");
        assertThat(output.lines().filter(line -> line.startsWith("ok "))).hasSameSizeAs(requests());
    }

    @Test
    void a_changed_byte_in_a_golden_request_is_detected() throws Exception {
        Files.copy(GOLDEN.resolve("check.sh"), copy.resolve("check.sh"));
        var request = requests().getFirst();
        Files.writeString(
                copy.resolve(request.getFileName()), Files.readString(request).replace("/api/v1/", "/api/v2/"));

        assertThat(golden(copy)).doesNotContain("ok ").endsWith("\n1");
    }

    private static List<Path> requests() {
        return Tree.files(file -> file.startsWith(GOLDEN) && file.toString().endsWith(".http"));
    }

    private static String vectors(Path folder) throws IOException, InterruptedException {
        return output("bash", folder.resolve("make.sh").toString(), "--check");
    }

    private static String golden(Path folder) throws IOException, InterruptedException {
        return output("bash", folder.resolve("check.sh").toString());
    }

    /** Returns the output of the script and its exit status. */
    private static String output(String... command) throws IOException, InterruptedException {
        var run = ShellCommand.run(Tree.ROOT, Map.of(), command);
        return run.output() + run.exit();
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            return output(command).endsWith("\n0");
        } catch (IOException e) {
            return false;
        }
    }
}
