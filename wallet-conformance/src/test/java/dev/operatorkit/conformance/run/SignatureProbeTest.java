package dev.operatorkit.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.money.Player;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SignatureProbeTest {
    private static final long NOW = 1_760_000_000_123L;
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private static Arguments off(long millis, long window, String difference) {
        return reading(now -> now + millis, window, "The wallet's time is about " + difference + " ours.");
    }

    private static Arguments reading(LongUnaryOperator clock, long window, String finding) {
        return Arguments.of(clock, window, finding);
    }

    static Stream<Arguments> clocks() {
        return Stream.of(
                off(-6 * MINUTE, 5 * MINUTE, "10m behind"),
                off(5 * HOUR + 30 * MINUTE, 5 * MINUTE, "5h 30m ahead of"),
                off(-3 * MINUTE, MINUTE / 2, "3m behind"),
                off(25 * HOUR, 5 * MINUTE, "1d 1h ahead of"),
                off(-7 * DAY, 5 * MINUTE, "7d behind"),
                off(-365 * DAY, 5 * MINUTE, "365d behind"),
                off(-61 * DAY, 5 * MINUTE, "61d behind"),
                reading(now -> now / 1000, 300, "The wallet reads the timestamp as seconds."),
                reading(now -> now * 1000, 300_000_000, "The wallet reads the timestamp as microseconds."),
                reading(now -> 0, 5 * MINUTE, "The wallet's time is that of 1970."));
    }

    @ParameterizedTest
    @MethodSource("clocks")
    void sig_10_a_wrong_clock_is_found_by_the_timestamps_that_are_accepted(
            LongUnaryOperator clock, long window, String finding) {
        assertThat(SignatureProbe.findWrongClock(
                        () -> NOW, shift -> Math.abs(NOW + shift.toMillis() - clock.applyAsLong(NOW)) <= window))
                .contains(finding);
    }

    @Test
    void a_right_wallet_that_rejected_everything_for_a_moment_is_not_accused() {
        for (var rejected = 0; rejected < 400; rejected++) {
            var left = new AtomicInteger(rejected);
            assertThat(SignatureProbe.findWrongClock(
                            () -> NOW,
                            shift -> left.getAndDecrement() <= 0 && shift.abs().toMillis() <= 5 * MINUTE))
                    .isEmpty();
            var more = new AtomicInteger(rejected % 20);
            assertThat(SignatureProbe.findChangedBody(
                            new Player("t", "p", "EUR"), "game", "id", body -> more.getAndDecrement() > 0 ? 401 : 422))
                    .as("rejected %s times", rejected % 20)
                    .satisfies(found -> assertThat(found.filter(SignatureProbe.ChangedBody::isCertain))
                            .isEmpty());
        }
    }
}
