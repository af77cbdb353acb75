package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Compares the buckets with the vectors that openssl made. */
class AccountBucketsTest {
    @Test
    void every_account_of_the_vectors_has_the_bucket_that_openssl_found() throws IOException {
        var covered = new HashSet<Integer>();
        for (var line : Files.readAllLines(Path.of("..", "docs", "vectors", "buckets.txt"))) {
            if (!line.startsWith("#")) {
                var vector = line.split(" ", -1);
                var id = new String(HexFormat.of().parseHex(vector[1]), StandardCharsets.UTF_8);
                assertThat(AccountBuckets.bucketOf(id)).as(id).isEqualTo(Integer.parseInt(vector[0]));
                covered.add(AccountBuckets.bucketOf(id));
            }
        }
        assertThat(covered).hasSize(AccountBuckets.COUNT);
    }
}
