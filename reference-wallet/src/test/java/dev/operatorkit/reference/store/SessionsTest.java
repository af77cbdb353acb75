package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.simulator.SimulatorClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private final SimulatorClock clock =
            new SimulatorClock(Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));

    private boolean good(Sessions sessions, String token) {
        return sessions.findByToken(token)
                .map(session -> session.expiresAt().isAfter(clock.instant()))
                .orElse(false);
    }

    @Test
    void a_token_is_valid_for_two_hours_after_its_last_use_and_not_much_longer() {
        try (var database = Database.open(TestDatabase.address(TestDatabase.H2.freshUrl()))) {
            var sessions = new Sessions(database, clock);
            var token = sessions.start("player");
            clock.forward(Duration.ofHours(2));
            assertThat(good(sessions, token)).isTrue();
            for (var use = 0; use < 10; use++) {
                clock.forward(Duration.ofMinutes(119));
                assertThat(good(sessions, token)).isTrue();
            }
            clock.forward(Duration.ofMinutes(126));
            assertThat(good(sessions, token)).isFalse();
            assertThat(sessions.findByToken(token))
                    .hasValueSatisfying(
                            session -> assertThat(session.accountId()).isEqualTo("player"));
        }
    }

    @Test
    void a_session_survives_a_restart_and_its_token_is_not_in_the_database() {
        var url = TestDatabase.H2.freshUrl();
        String token;
        try (var database = Database.open(TestDatabase.address(url))) {
            token = new Sessions(database, clock).start("player");
        }
        try (var database = Database.open(TestDatabase.address(url))) {
            assertThat(good(new Sessions(database, clock), token)).isTrue();
            assertThat(database.reads().fetch("select * from sessions").format())
                    .doesNotContain(token);
        }
    }

    @Test
    void ended_and_unknown_sessions_are_not_valid() {
        try (var database = Database.open(TestDatabase.address(TestDatabase.H2.freshUrl()))) {
            var sessions = new Sessions(database, clock);
            var token = sessions.start("player");
            assertThat(token).hasSize(43).isNotEqualTo(sessions.start("player"));
            assertThat(good(sessions, token)).isTrue();
            assertThat(sessions.end("player")).isEqualTo(2);
            assertThat(good(sessions, token)).isFalse();
            assertThat(sessions.findByToken("never-made")).isEmpty();
        }
    }
}
