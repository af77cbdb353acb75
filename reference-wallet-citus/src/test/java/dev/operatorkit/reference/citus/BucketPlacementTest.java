package dev.operatorkit.reference.citus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.citus.BucketPlacement.Shard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests how shards are moved. {@link WalletOnCitus} counts the buckets of the workers on Citus. */
class BucketPlacementTest {
    /** Counts the buckets in each shard, in the order of the shards, as Citus 13.2 hashes them. */
    private static final int[] BUCKETS = {
        1, 2, 0, 4, 1, 0, 0, 3, 2, 0, 1, 0, 2, 0, 1, 0, 4, 1, 2, 0, 1, 0, 0, 0, 1, 0, 1, 2, 2, 1, 0, 1,
        0, 2, 1, 0, 0, 0, 1, 1, 2, 0, 0, 2, 0, 2, 2, 1, 3, 0, 1, 0, 1, 0, 2, 0, 3, 0, 1, 1, 2, 1, 1, 1
    };

    /** Returns the shards as Citus places them, one worker after the other. */
    private static List<Shard> shards(int workers) {
        return IntStream.range(0, BUCKETS.length)
                .mapToObj(i -> new Shard(102_008 + i, BUCKETS[i], i % workers))
                .toList();
    }

    private static IntSummaryStatistics buckets(List<Shard> shards, int workers) {
        var buckets = new int[workers];
        shards.forEach(shard -> buckets[shard.worker()] += shard.buckets());
        return Arrays.stream(buckets).summaryStatistics();
    }

    @Test
    void up_to_twenty_workers_get_the_same_number_of_buckets_or_one_more() {
        for (var workers = 1; workers <= 20; workers++) {
            var buckets = buckets(BucketPlacement.balance(shards(workers), workers), workers);
            assertThat(buckets.getMax() - buckets.getMin())
                    .as(workers + " workers")
                    .isLessThanOrEqualTo(1);
            assertThat(buckets.getSum()).isEqualTo(64);
        }
    }

    @Test
    void any_shards_end_no_less_equal_than_they_were_and_none_is_lost() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        for (var turn = 0; turn < 500; turn++) {
            var workers = 1 + random.nextInt(12);
            var shards = new ArrayList<Shard>();
            for (var id = 0; id < random.nextInt(1, 80); id++) {
                shards.add(new Shard(id, random.nextInt(6), random.nextInt(workers)));
            }
            var balanced = BucketPlacement.balance(shards, workers);
            assertThat(balanced)
                    .as("seed %d, turn %d", seed, turn)
                    .extracting(Shard::id)
                    .isEqualTo(shards.stream().map(Shard::id).toList());
            assertThat(balanced)
                    .extracting(Shard::buckets)
                    .isEqualTo(shards.stream().map(Shard::buckets).toList());
            assertThat(buckets(balanced, workers).getMax())
                    .as("seed %d, turn %d", seed, turn)
                    .isLessThanOrEqualTo(buckets(shards, workers).getMax());
            assertThat(BucketPlacement.balance(balanced, workers)).isEqualTo(balanced);
        }
    }
}
