package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.Lanes.Track;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

    private static void finish(MovementQueue queue, PendingMovement leader) {
        end(queue, Objects.requireNonNull(queue.take(leader)), leader);
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
        return Objects.requireNonNull(queue.take(leader));
    }

    private static boolean leads(PendingMovement member) {
        return member.leads != null;
    }
}
