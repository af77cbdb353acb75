package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Verifies the scale and the lines of charts. */
class ChartTest {
    @Test
    void the_labels_of_a_scale_have_the_decimals_that_its_steps_need() {
        assertThat(labels(chart(17))).containsExactly("0", "5", "10", "15", "20");
        assertThat(labels(chart(0.9))).containsExactly("0", "0.25", "0.50", "0.75", "1.00");
        assertThat(labels(chart(3_100))).containsExactly("0", "1,000", "2,000", "3,000", "4,000");
    }

    @Test
    void a_scale_without_a_value_has_no_label_twice() {
        assertThat(labels(chart(0))).doesNotHaveDuplicates();
    }

    @Test
    void one_sample_is_a_level_line() {
        assertThat(chart(4).lines()).containsExactly("76.0,12.0 712,12.0");
    }

    @Test
    void fewer_than_five_samples_are_no_trend() {
        assertThat(samples(1).hasTrend()).isFalse();
        assertThat(samples(4).hasTrend()).isFalse();
        assertThat(samples(5).hasTrend()).isTrue();
    }

    private static Chart samples(int count) {
        var samples = IntStream.range(0, count)
                .mapToObj(i -> new LoadRuns.Sample(i, i, 0, 0))
                .toList();
        return Chart.of(samples, List.of(LoadRuns.Sample::rate));
    }

    @Test
    void a_duration_below_one_second_is_in_milliseconds() {
        assertThat(chart(0.034, 5).end()).isEqualTo("34 ms");
        assertThat(chart(1.5, 5).end()).isEqualTo("1.5 s");
    }

    private static Chart chart(double value) {
        return chart(1, value);
    }

    private static Chart chart(double second, double value) {
        return Chart.of(List.of(new LoadRuns.Sample(second, value, 0, 0)), List.of(LoadRuns.Sample::rate));
    }

    private static List<String> labels(Chart chart) {
        return chart.marks().stream().map(Chart.Mark::label).toList();
    }
}
