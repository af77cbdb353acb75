package dev.operatorkit.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The vectors are still what {@code openssl} makes. On a machine without it the test says so and is skipped, which CI, that
 * installs it, does not forgive.
 */
class VectorsByOpensslTest {
    private static final Path VECTORS = Path.of("..", "docs", "vectors");

    @BeforeEach
    void openssl_is_there() throws Exception {
        assumeThat(runs("bash", "--version") && runs("openssl", "version"))
                .as("bash and openssl make the vectors again: install them, or trust CI")
                .isTrue();
    }

    @Test
    void the_vectors_are_what_openssl_makes() throws Exception {
        assertThat(check(VECTORS)).endsWith("the vectors are what openssl makes\n0");
    }

    @Test
    void a_vector_that_openssl_would_not_make_is_noticed(@TempDir Path copy) throws Exception {
        try (var files = Files.walk(VECTORS)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var target = copy.resolve(VECTORS.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        for (var name : new String[] {"accepted/callback-debit.txt", "rejected/key-other.txt"}) {
            var vector = copy.resolve(name);
            var right = Files.readString(vector);
            Files.writeString(vector, right.replace("method: POST", "method: PUT"));
            assertThat(check(copy)).contains("method: PUT").endsWith("1");
            Files.writeString(vector, right);
        }
    }

    /** What the script prints, and its exit status behind it. */
    private static String check(Path vectors) throws IOException, InterruptedException {
        var script = vectors.resolve("make.sh").toString();
        var check = new ProcessBuilder("bash", script, "--check")
                .redirectErrorStream(true)
                .start();
        var said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return said + check.waitFor();
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            var asked = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return asked.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
