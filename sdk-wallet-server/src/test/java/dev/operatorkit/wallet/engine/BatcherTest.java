package dev.operatorkit.wallet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.WalletListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests when a further batch begins while others are in progress, and which movements are in it. */
class BatcherTest {
    private static final int MANY = 20;
    private static final GroupCommitOptions ONE = GroupCommitOptions.defaults();

    private final Batcher two = batcher(ONE.withCommitters(2), Placement.ONE_SERVER);
    private long now;
    private int players;

    @Test
    void the_first_movement_is_committed_immediately_and_the_others_of_that_moment_with_it() {
        var members = enter(two, MANY, 0);
        assertThat(take(two).members).isEqualTo(members);
    }

    @Test
    void a_single_movement_does_not_wait_for_another_single_one() {
        for (var i = 0; i < 2; i++) {
            enter(two, 1, 0);
            take(two);
        }
    }

    @Test
    void while_a_large_batch_is_decided_another_one_begins_only_if_it_is_worthwhile() {
        enter(two, MANY, 0);
        take(two);
        enter(two, BatchScheduler.MIN_EXTRA_BATCH - 1, 0);
        assertThat(two.turn).isNull();
        enter(two, 1, 0);
        assertThat(take(two).members).hasSize(BatchScheduler.MIN_EXTRA_BATCH);
    }

    @Test
    void while_the_other_batch_waits_for_its_commit_the_next_one_begins_immediately() {
        enter(two, MANY, 0);
        var batch = take(two);
        enter(two, 1, 0);
        assertThat(two.turn).isNull();
        two.noteCommitRequested(batch);
        take(two);
    }

    @Test
    void a_batch_that_hangs_holds_no_other_back() {
        enter(two, MANY, 0);
        take(two);
        now = BatchScheduler.MAX_HOLD_NANOS;
        enter(two, 1, 0);
        take(two);
    }

    @Test
    void no_more_batches_begin_than_there_are_committers() {
        enter(two, MANY, 0);
        two.noteCommitRequested(take(two));
        enter(two, MANY, 0);
        two.noteCommitRequested(take(two));
        enter(two, MANY, 0);
        assertThat(two.turn).isNull();
    }

    @Test
    void a_batch_holds_movements_of_one_partition_and_none_waits_for_one_of_another_partition() {
        var first = enter(two, 2, 7);
        var second = enter(two, 1, -1);
        var more = enter(two, 1, 7);
        var batch = take(two);
        assertThat(batch.members).containsExactly(first.get(0), first.get(1), more.get(0));
        var third = enter(two, 1, 7);
        assertThat(take(two).members).isEqualTo(second);
        end(two, batch);
        assertThat(take(two).members).isEqualTo(third);
    }

    @Test
    void a_partition_with_many_movements_delays_no_other_by_more_than_a_batch() {
        var small = batcher(ONE.withMaxBatchSize(2), Placement.ONE_SERVER);
        var hot = enter(small, 6, 1);
        var cold = enter(small, 1, 2);
        end(small, take(small));
        var next = take(small);
        assertThat(next.members).isEqualTo(cold);
        end(small, next);
        assertThat(take(small).members).isEqualTo(hot.subList(2, 4));
    }

    @Test
    void a_server_that_hangs_holds_its_share_of_the_committers_and_the_others_go_on() {
        var placed = batcher(ONE.withCommitters(4), new TwoServers(false));
        for (var partition : List.of(2, 4)) {
            enter(placed, 1, partition);
            take(placed);
        }
        enter(placed, 1, 6);
        now = BatchScheduler.MAX_HOLD_NANOS;
        assertThat(placed.turn).isNull();
        for (var partition : List.of(1, 3)) {
            var other = enter(placed, 1, partition);
            assertThat(take(placed).members).isEqualTo(other);
        }
    }

    @Test
    void movements_committed_on_their_own_leave_the_other_server_its_share_too() {
        var placed = batcher(ONE.withCommitters(2), new TwoServers(false));
        for (var partition : List.of(2, 4, 1)) {
            enter(placed, 1, partition);
            var batch = take(placed);
            placed.end(batch); // without results: it was rolled back
            placed.release(batch);
            if (partition == 4) {
                assertThat(placed.turn).as("the server hangs").isNull();
            } else {
                assertThat(take(placed).group).isEqualTo(new AccountQueues.Group(partition, true));
            }
        }
    }

    @Test
    void the_last_batch_that_a_server_may_begin_takes_its_other_partitions_along() {
        var placed = batcher(ONE.withCommitters(4).withMaxBatchSize(4), new TwoServers(true));
        enter(placed, 1, 2);
        take(placed);
        var second = enter(placed, 1, 4);
        var others =
                Stream.of(6, 1, 8).map(partition -> enter(placed, 2, partition)).toList();
        assertThat(take(placed).members)
                .as("all that fits, of partitions 4, 6 and 8, which are even")
                .containsExactly(
                        second.get(0),
                        others.get(0).get(0),
                        others.get(0).get(1),
                        others.get(2).get(0));
        assertThat(take(placed).members)
                .as("the other server has a committer left")
                .isEqualTo(others.get(1));
    }

    /** Places even partitions on one server and odd ones on another. */
    private record TwoServers(boolean combinesPartitions) implements Placement {
        @Override
        public int servers() {
            return 2;
        }

        @Override
        public int serverOf(int partition) {
            return partition % 2;
        }
    }

    private Batcher batcher(GroupCommitOptions settings, Placement placement) {
        var threads = new ThreadControl() {
            @Override
            public long nanoTime() {
                return now;
            }

            @Override
            public void park(Object blocker) {}

            @Override
            public void parkNanos(Object blocker, long nanos) {}

            @Override
            public void pause(long most) {}

            @Override
            public void unpark(Thread thread) {}
        };
        return new Batcher(
                settings, placement, threads, (batch, onCommitRequested) -> {}, WalletListener.NO_OP, left -> {});
    }

    private List<PendingMovement> enter(Batcher batcher, int movements, int partition) {
        List<PendingMovement> members = new ArrayList<>();
        for (var i = 0; i < movements; i++) {
            var player = "player-" + players++;
            var member = new PendingMovement(CallerThreads.debit(player, "bet-of-" + player), partition, now);
            assertThat(batcher.enter(member)).isTrue();
            members.add(member);
        }
        return members;
    }

    /** Takes the batch that may begin now. */
    private static Batch take(Batcher batcher) {
        return Objects.requireNonNull(batcher.take());
    }

    private static void end(Batcher batcher, Batch batch) {
        batch.members.forEach(member -> member.result = new MovementResult.Refused(Refusal.INSUFFICIENT_FUNDS));
        batcher.end(batch);
        batcher.release(batch);
    }
}
