package dev.operatorkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The signatures of the golden requests are what {@code openssl} makes. On a machine without it the test says so and is
 * skipped, which CI, that installs it, does not forgive.
 */
class GoldenByOpensslTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

    @BeforeEach
    void openssl_is_there() throws Exception {
        assumeThat(runs("bash", "--version") && runs("openssl", "version"))
                .as("bash and openssl check the golden requests: install them, or trust CI")
                .isTrue();
    }

    @Test
    void the_signature_of_every_golden_request_is_what_openssl_makes() throws Exception {
        var said = check(GOLDEN);

        assertThat(said).doesNotContain("WRONG").endsWith("\n0");
        assertThat(said.lines().filter(line -> line.startsWith("ok "))).hasSameSizeAs(requests(GOLDEN));
    }

    @Test
    void a_byte_that_was_not_signed_is_noticed(@TempDir Path copy) throws Exception {
        Files.copy(GOLDEN.resolve("check.sh"), copy.resolve("check.sh"));
        for (var request : requests(GOLDEN)) {
            var spoilt = Files.readString(request).replace("/api/v1/", "/api/v2/");
            Files.writeString(copy.resolve(request.getFileName()), spoilt);
        }

        assertThat(check(copy)).doesNotContain("ok ").endsWith("\n1");
    }

    private static List<Path> requests(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".http")).toList();
        }
    }

    /** What the script prints, and its exit status behind it. */
    private static String check(Path folder) throws IOException, InterruptedException {
        var check = new ProcessBuilder("bash", folder.resolve("check.sh").toString())
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
