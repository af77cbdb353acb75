package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.Accounts;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.People;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.wallet.testkit.SignedCallback;
import dev.operatorkit.wire.Debit;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests exclusions over HTTP, on either database. With {@code -Dthorough}, on both. */
class ExclusionTest {
    private static final String PLAYER = "player-1";
    private final SimulatorClock clock =
            new SimulatorClock(Clock.fixed(Instant.parse("2026-03-10T12:00:00Z"), ZoneOffset.UTC));

    private static SignedCallback debit(String id, String stake) {
        return SignedCallback.debit(id).round("round of " + id).player(PLAYER).stake(stake);
    }

    private void exclude(String url, LocalDate until) {
        try (var database = Database.open(TestDatabase.address(url))) {
            new People(database, clock).createFirst("generated", true);
            new Accounts(database, clock).exclude(PLAYER, until, new Author(People.FIRST), "a test");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#h2First")
    void an_excluded_player_cannot_bet_until_the_day_in_utc_and_is_still_paid(TestDatabase kind) {
        var url = kind.freshUrl();
        try (var wallet = WalletUnderTest.at(clock, url)) {
            var open = debit("open", "5");
            var accepted = wallet.send(open);
            exclude(url, LocalDate.of(2026, 3, 11));
            assertThat(wallet.player(1).status()).as("starts no game").isEqualTo(422);
            assertThat(wallet.player(1).body()).contains("the player is self-excluded");
            assertThat(wallet.send(debit("bet", "0.01")).body()).contains("the player is self-excluded");
            assertThat(wallet.send(debit("free", "0").reason(Debit.FREE_ROUND)).status())
                    .isEqualTo(422);
            assertThat(wallet.send(open)).isEqualTo(accepted);
            var credit = SignedCallback.credit("credit", "open")
                    .round("round of open")
                    .player(PLAYER)
                    .payout("7");
            assertThat(wallet.send(credit).status()).isEqualTo(200);
            var metrics = HttpRequest.newBuilder(URI.create(wallet.operations() + "/metrics"));
            assertThat(wallet.send(metrics.build()).body())
                    .contains("wallet_refused_by_policy_total{reason=\"self_excluded\"} 2.0")
                    .contains("wallet_refused_total{kind=\"debit\",reason=\"refused_by_policy\"} 2.0");
            clock.forward(Duration.ofHours(12).minusMillis(1));
            assertThat(wallet.send(debit("bet", "0.01")).status()).isEqualTo(422);
            clock.forward(Duration.ofMillis(1));
            assertThat(wallet.send(debit("bet", "0.01")).status()).isEqualTo(200);
            assertThat(wallet.player(1).status()).isEqualTo(200);
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }
}
