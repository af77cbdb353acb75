package dev.operatorkit.reference.backoffice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.net.IpAddress;
import dev.operatorkit.simulator.SimulatorClock;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the delays of wrong passwords by source address, on a clock that the test advances. */
class WrongPasswordsTest {
    private static final InetAddress ONE = IpAddress.parse("192.0.2.1");
    private static final InetAddress OTHER = IpAddress.parse("192.0.2.2");

    private final SimulatorClock clock =
            new SimulatorClock(Clock.fixed(Instant.parse("2030-01-01T00:00:00Z"), ZoneOffset.UTC));
    private final List<String> reported = new ArrayList<>();
    private final WrongPasswords wrong = new WrongPasswords(
            clock, (author, action, person, detail) -> reported.add(author.address() + " " + person + " " + detail));

    private List<Duration> add(InetAddress source, int times) {
        return Stream.generate(() -> wrong.add(source, "")).limit(times).toList();
    }

    @Test
    void ten_wrong_passwords_have_no_delay_and_each_further_one_doubles_it_up_to_5_seconds() {
        assertThat(add(ONE, 10)).containsOnly(Duration.ZERO);
        assertThat(add(ONE, 9).stream().map(Duration::toMillis))
                .containsExactly(100L, 200L, 400L, 800L, 1600L, 3200L, 5000L, 5000L, 5000L);
        assertThat(add(ONE, 1000)).containsOnly(WrongPasswords.MAX_DELAY);
        assertThat(add(OTHER, 10)).containsOnly(Duration.ZERO);
    }

    @Test
    void the_count_decreases_over_time_and_is_zero_after_two_minutes() {
        add(ONE, 11);
        clock.forward(WrongPasswords.DECAY_INTERVAL);
        assertThat(wrong.add(ONE, "")).as("one forgotten, one added").isEqualTo(Duration.ofMillis(100));
        clock.forward(WrongPasswords.DECAY_INTERVAL.multipliedBy(2));
        assertThat(wrong.add(ONE, "")).isZero();
        add(ONE, 10_000);
        clock.forward(Duration.ofMinutes(2));
        assertThat(add(ONE, 10)).containsOnly(Duration.ZERO);
    }

    @Test
    void a_person_guessed_at_is_named_with_the_address_however_much_else_is_refused_and_all_is_bounded() {
        add(ONE, 3);
        add(OTHER, 1);
        IntStream.range(0, 100).forEach(i -> add(IpAddress.parse("10.0.0." + i), 1));
        assertThat(reported)
                .hasSize(10)
                .startsWith(
                        "192.0.2.1  wrong name or password",
                        "192.0.2.2  wrong name or password; 2 more since the last such entry, from 192.0.2.1");
        wrong.add(OTHER, "admin");
        wrong.add(OTHER, "admin");
        assertThat(reported).hasSize(11).last().isEqualTo("192.0.2.2 admin wrong name or password");
        IntStream.range(0, 10).forEach(i -> wrong.add(IpAddress.parse("10.0.0." + i), "admin"));
        assertThat(reported).hasSize(20);
        clock.forward(Duration.ofSeconds(10));
        wrong.add(ONE, "admin");
        assertThat(reported).last().asString().endsWith("; 1 more since the last such entry, from 10.0.0.9");
    }

    @Test
    void an_attacker_with_many_addresses_cannot_fill_the_memory() {
        IntStream.range(0, 10_000).forEach(i -> wrong.add(IpAddress.parse("10.0." + i / 250 + "." + i % 250), ""));
        assertThat(wrong.sources()).isEqualTo(WrongPasswords.MAX_SOURCES);
        IntStream.range(0, 10_000)
                .forEach(i -> wrong.add(IpAddress.parse("2001:db8:0:1::" + Integer.toHexString(i)), ""));
        assertThat(wrong.add(IpAddress.parse("2001:db8:0:1:ffff::1"), ""))
                .as("of one /64")
                .isEqualTo(WrongPasswords.MAX_DELAY);
        assertThat(wrong.sources()).isEqualTo(WrongPasswords.MAX_SOURCES);
    }
}
