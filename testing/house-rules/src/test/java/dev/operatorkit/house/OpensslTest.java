package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.operatorkit.house.programs.ShellCommand;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Recomputes the signing vectors and the signatures of the client's golden requests with {@code openssl}, an independent
 * implementation. Without {@code openssl} the test is skipped with a message; CI installs it and accepts no skip.
 */
class OpensslTest {
    private static final String GOLDEN = "sdk-client/src/test/resources/golden";

    @Test
    void openssl_computes_every_vector_and_the_signature_of_every_golden_request() throws Exception {
        assumeThat(ShellCommand.run(Tree.ROOT, Map.of(), "sh", "-c", "command -v bash openssl")
                        .exit())
                .as("bash and openssl recompute the signatures; install them to run this test")
                .isZero();
        var vectors = ShellCommand.script("docs/vectors/make.sh", "--check");
        assertThat(vectors.exit()).as(vectors.output()).isZero();
        var golden = ShellCommand.script(GOLDEN + "/check.sh");
        assertThat(golden.exit()).as(golden.output()).isZero();
        assertThat(golden.output().lines().filter(line -> line.startsWith("ok ")))
                .hasSameSizeAs(Tree.files(file -> Tree.relative(file).startsWith(GOLDEN)
                        && file.toString().endsWith(".http")));
    }
}
