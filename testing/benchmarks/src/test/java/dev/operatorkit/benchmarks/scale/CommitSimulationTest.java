package dev.operatorkit.benchmarks.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tests the simulation on cases with a known result. */
class CommitSimulationTest {
    private static final Costs FLUSH = Costs.NONE.withFlush(10_000);

    @Test
    void the_same_seed_gives_the_same_result_and_another_seed_another_one() {
        var setup = Setup.machines(1, 4, 2, 4, 2_000).withSeconds(0.5);
        var once = CommitSimulation.run(FLUSH, setup, 7);
        assertThat(CommitSimulation.run(FLUSH, setup, 7)).isEqualTo(once);
        assertThat(CommitSimulation.run(FLUSH, setup, 8)).isNotEqualTo(once);
    }

    @Test
    void a_saturated_committer_commits_a_batch_in_the_time_of_its_work_and_a_flush() {
        var setup = Setup.oneMachine(1, 1, 64);
        assertThat(CommitSimulation.run(FLUSH, setup, 16, 1).perSecond()).isCloseTo(16 / 0.010, within(16.0));
        var work = FLUSH.withDatabase(2_000, 500);
        assertThat(CommitSimulation.run(work, setup, 16, 1).perSecond()).isCloseTo(16 / 0.020, within(16.0));
    }

    @Test
    void committers_share_flushes_until_the_processor_is_the_bound() {
        var four = Setup.oneMachine(1, 4, 256);
        assertThat(CommitSimulation.run(FLUSH, four, 16, 1).perSecond()).isCloseTo(4 * 1_600, within(128.0));
        var busy = FLUSH.withDatabase(0, 500);
        assertThat(CommitSimulation.run(busy, four, 16, 1).perSecond()).isCloseTo(2_000, within(60.0));
    }

    @Test
    void disks_that_are_the_bound_scale_with_their_number() {
        var costs = FLUSH.withBytes(2_000, 0);
        var setup = Setup.oneMachine(2, 16, 256).withSeconds(10);
        for (var workers : new int[] {1, 2, 4}) {
            var result = CommitSimulation.run(costs, setup.withWorkers(workers, 200_000), 1);
            assertThat(result.perSecond()).isCloseTo(workers * 100, within(workers * 8.0));
        }
    }

    @Test
    void one_account_is_on_one_disk_however_many_there_are() {
        var costs = FLUSH.withBytes(2_000, 0);
        var setup = Setup.oneMachine(2, 16, 64).withSeconds(10).withHot(1).withWorkers(4, 200_000);
        assertThat(CommitSimulation.run(costs, setup, 1).perSecond()).isCloseTo(100, within(10.0));
    }

    @Test
    void a_single_caller_waits_for_each_step_once() {
        var costs = new Costs(0, 100, 50, 200, 20, 300, 30, 0, 0, 400, 0, 0, 1_000, 0, 0);
        var result = CommitSimulation.run(costs, Setup.oneMachine(2, 1, 1), 1);
        assertThat(result.batch()).isEqualTo(1);
        assertThat(result.p50()).isCloseTo((100 + 50 + 220 + 330 + 2 * 400 + 1_000) / 1e3, within(0.01));
    }

    @Test
    void the_measured_rates_that_were_not_fitted_are_met_within_a_fifth() {
        var slow = ScaleFigures.TWO_CORES.withDelay(2_060);
        var measured = new double[][] {{1, 6_343}, {2, 7_793}, {4, 8_727}, {8, 9_424}};
        for (var each : measured) {
            var setup = Setup.oneMachine(2, (int) each[0], 64).withSeconds(0.5);
            assertThat(CommitSimulation.run(slow, setup, 1).perSecond()).isCloseTo(each[1], within(each[1] / 5));
        }
    }
}
