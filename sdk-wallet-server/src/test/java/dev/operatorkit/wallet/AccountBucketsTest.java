package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares the buckets with the vectors that openssl made. */
class AccountBucketsTest {
    private static final Path VECTORS = Path.of("..", "docs", "vectors", "buckets.txt");

    private static List<String[]> vectors() throws IOException {
        try (var lines = Files.lines(VECTORS)) {
            return lines.filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", -1))
                    .toList();
        }
    }

    @Test
    void every_vector_has_the_bucket_that_openssl_found() throws IOException {
        var vectors = vectors();
        assertThat(vectors).hasSizeGreaterThan(80);
        for (var vector : vectors) {
            var id = new String(HexFormat.of().parseHex(vector[1]), StandardCharsets.UTF_8);
            assertThat(AccountBuckets.bucketOf(id)).as(id).isEqualTo(Integer.parseInt(vector[0]));
        }
    }

    @Test
    void the_vectors_cover_every_bucket() throws IOException {
        var covered =
                vectors().stream().map(vector -> Integer.parseInt(vector[0])).collect(Collectors.toSet());
        assertThat(covered)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, AccountBuckets.COUNT).boxed().toList());
    }

    @Test
    void accounts_spread_evenly() {
        Map<Integer, Long> sizes = IntStream.range(0, 64_000)
                .mapToObj(number -> AccountBuckets.bucketOf("player-" + number))
                .collect(Collectors.groupingBy(bucket -> bucket, Collectors.counting()));
        assertThat(sizes.values()).hasSize(AccountBuckets.COUNT).allMatch(size -> size > 800 && size < 1_200);
    }
}
