package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.Lanes.Track;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests when a further batch begins beside those in progress. */
class MovementQueueTest {
    private static final int MANY = 20;

    private final MovementQueue queue =
            new MovementQueue(GroupCommitOptions.defaults().withCommitters(2), ThreadControl.SYSTEM);
    private int players;

    @Test
    void the_first_movement_is_committed_at_once_and_the_others_of_that_moment_with_it() {
        var members = enter(MANY);
        assertThat(members).filteredOn(MovementQueueTest::leads).containsExactly(members.get(0));
        assertThat(take(members.get(0)).members).isEqualTo(members);
    }

    @Test
    void a_single_movement_does_not_wait_for_another_single_one() {
        take(enter(1).get(0));
        assertThat(leads(enter(1).get(0))).isTrue();
    }

    @Test
    void while_a_large_batch_is_decided_another_one_begins_only_if_it_is_worthwhile() {
        take(enter(MANY).get(0));
        var few = enter(MovementQueue.WORTHWHILE - 1);
        assertThat(few).noneMatch(MovementQueueTest::leads);
        enter(1);
        assertThat(few.get(0).leads).isEqualTo(Track.TOGETHER);
    }

    @Test
    void while_the_other_batch_waits_for_its_commit_the_next_one_begins_at_once() {
        var batch = take(enter(MANY).get(0));
        var next = enter(1).get(0);
        assertThat(leads(next)).isFalse();
        queue.commitRequested(batch);
        assertThat(leads(next)).isTrue();
    }

    @Test
    void a_movement_that_has_waited_for_long_begins_a_batch_beside_one_that_hangs() {
        take(enter(MANY).get(0));
        var next = enter(1).get(0);
        queue.hasten(next);
        assertThat(leads(next)).isTrue();
    }

    @Test
    void one_caller_watches_the_movements_that_are_held_back() {
        var first = enter(MANY);
        assertThat(first).noneMatch(member -> member.watches);
        take(first.get(0));
        var few = enter(3);
        assertThat(few).filteredOn(member -> member.watches).containsExactly(few.get(0));
        queue.hasten(few.get(0));
        take(few.get(0));
        assertThat(enter(MANY)).filteredOn(member -> member.watches).isEmpty();
    }

    @Test
    void no_more_batches_begin_than_there_are_committers() {
        queue.commitRequested(take(enter(MANY).get(0)));
        queue.commitRequested(take(enter(MANY).get(0)));
        var third = enter(MANY).get(0);
        queue.hasten(third);
        assertThat(leads(third)).isFalse();
    }

    @Test
    void a_batch_holds_movements_of_one_partition_and_the_partitions_take_turns() {
        var first = enter(2, 7);
        var second = enter(1, -1);
        var more = enter(1, 7);
        var batch = take(first.get(0));
        assertThat(batch.members).containsExactly(first.get(0), first.get(1), more.get(0));
        var third = enter(1, 7);
        assertThat(take(second.get(0)).members).isEqualTo(second);
        end(queue, batch, first.get(0));
        assertThat(take(third.get(0)).members).isEqualTo(third);
    }

    @Test
    void a_batch_of_another_partition_does_not_wait_for_the_one_that_is_decided() {
        take(enter(MANY, 1).get(0));
        assertThat(leads(enter(1, 1).get(0))).isFalse();
        assertThat(leads(enter(1, 2).get(0))).isTrue();
    }

    @Test
    void a_partition_with_many_movements_delays_no_other_by_more_than_a_batch() {
        var small = new MovementQueue(GroupCommitOptions.defaults().withMaxBatchSize(2), ThreadControl.SYSTEM);
        var hot = enter(small, 6, 1);
        var cold = enter(small, 1, 2);
        finish(small, hot.get(0));
        assertThat(leads(cold.get(0))).isTrue();
        finish(small, cold.get(0));
        assertThat(leads(hot.get(2))).isTrue();
    }

    @Test
    void a_server_that_hangs_holds_its_share_of_the_committers_and_the_others_go_on() {
        var placed = new MovementQueue(
                GroupCommitOptions.defaults().withCommitters(4), new TwoServers(false), ThreadControl.SYSTEM);
        var hanging = List.of(
                enter(placed, 1, 2).get(0),
                enter(placed, 1, 4).get(0),
                enter(placed, 1, 6).get(0));
        assertThat(leads(hanging.get(0))).isTrue();
        take(placed, hanging.get(0));
        take(placed, hanging.get(1));
        assertThat(leads(hanging.get(2))).isFalse();
        placed.hasten(hanging.get(2));
        assertThat(leads(hanging.get(2))).isFalse();
        for (var partition : List.of(1, 3)) {
            var other = enter(placed, 1, partition).get(0);
            assertThat(leads(other)).isTrue();
            take(placed, other);
        }
    }

    @Test
    void movements_committed_on_their_own_leave_the_other_server_its_share_too() {
        var placed = new MovementQueue(
                GroupCommitOptions.defaults().withCommitters(2), new TwoServers(false), ThreadControl.SYSTEM);
        for (var partition : List.of(2, 4)) {
            var first = enter(placed, 1, partition).get(0);
            fail(placed, first);
        }
        var other = enter(placed, 1, 1).get(0);
        fail(placed, other);
        assertThat(other.leads).isEqualTo(Track.ISOLATED);
    }

    @Test
    void the_last_batch_that_a_server_may_begin_takes_its_other_partitions_along() {
        var placed = new MovementQueue(
                GroupCommitOptions.defaults().withCommitters(4).withMaxBatchSize(4),
                new TwoServers(true),
                ThreadControl.SYSTEM);
        var first = enter(placed, 1, 2);
        assertThat(take(placed, first.get(0)).members).isEqualTo(first);
        var second = enter(placed, 1, 4);
        var others =
                Stream.of(6, 1, 8).map(partition -> enter(placed, 2, partition)).toList();
        assertThat(take(placed, second.get(0)).members)
                .as("all that fits, of partitions 4, 6 and 8, which are even")
                .containsExactly(
                        second.get(0),
                        others.get(0).get(0),
                        others.get(0).get(1),
                        others.get(2).get(0));
        assertThat(take(placed, others.get(1).get(0)).members)
                .as("the other server has a committer left")
                .isEqualTo(others.get(1));
    }

    @Test
    void partitions_that_are_not_combined_are_never_in_one_batch() {
        var placed = new MovementQueue(
                GroupCommitOptions.defaults().withCommitters(2), new TwoServers(false), ThreadControl.SYSTEM);
        var first = enter(placed, 1, 2);
        enter(placed, 1, 4);
        assertThat(take(placed, first.get(0)).members).isEqualTo(first);
    }

    /** Ends a batch whose unit was rolled back, so that its movement waits for a unit of its own. */
    private static void fail(MovementQueue queue, PendingMovement leader) {
        var batch = take(queue, leader);
        queue.release(leader);
        queue.finish(batch);
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

        @Override
        public boolean isAway(int partition) {
            return false;
        }

        @Override
        public boolean isAnyAway() {
            return false;
        }
    }

    private static void finish(MovementQueue queue, PendingMovement leader) {
        end(queue, take(queue, leader), leader);
    }

    private static void end(MovementQueue queue, Batch batch, PendingMovement leader) {
        batch.members.forEach(member -> member.result = new MovementResult.Refused(Refusal.INSUFFICIENT_FUNDS));
        queue.finish(batch);
        queue.release(leader);
    }

    private List<PendingMovement> enter(int movements) {
        return enter(movements, 0);
    }

    private List<PendingMovement> enter(int movements, int partition) {
        return enter(queue, movements, partition);
    }

    private List<PendingMovement> enter(MovementQueue queue, int movements, int partition) {
        List<PendingMovement> members = new ArrayList<>();
        for (var i = 0; i < movements; i++) {
            var player = "player-" + players++;
            var member =
                    new PendingMovement(CallerThreads.debit(player, "bet-of-" + player), partition, System.nanoTime());
            assertThat(queue.enter(member)).isTrue();
            members.add(member);
        }
        return members;
    }

    private Batch take(PendingMovement leader) {
        return take(queue, leader);
    }

    private static Batch take(MovementQueue queue, PendingMovement leader) {
        return Objects.requireNonNull(queue.take(leader));
    }

    private static boolean leads(PendingMovement member) {
        return member.leads != null;
    }
}
