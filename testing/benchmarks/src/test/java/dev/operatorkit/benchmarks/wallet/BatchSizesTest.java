package dev.operatorkit.benchmarks.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchSizesTest {
    @Test
    void batches_are_counted_since_an_earlier_reading() {
        var earlier = BatchSizes.parse("""
            wallet_batch_size_bucket{le="1.0"} 10
            wallet_batch_size_bucket{le="2.0"} 10
            wallet_batch_size_bucket{le="+Inf"} 10
            wallet_batch_size_count 10
            wallet_batch_size_sum 10.0
            """);
        var later = BatchSizes.parse("""
            wallet_batch_size_bucket{le="1.0"} 15
            wallet_batch_size_bucket{le="2.0"} 29
            wallet_batch_size_bucket{le="+Inf"} 30
            wallet_batch_size_count 30
            wallet_batch_size_sum 1.0E2
            """);
        var between = later.subtract(earlier);
        assertThat(between).isEqualTo(new BatchSizes(20, 90, Map.of(1, 5L, 2, 19L)));
        assertThat(between.mean()).isEqualTo(4.5);
        assertThat(between.ninetieth()).isEqualTo(2);
    }
}
