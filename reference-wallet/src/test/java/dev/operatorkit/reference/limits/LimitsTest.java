package dev.operatorkit.reference.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.AccountLimits;
import dev.operatorkit.reference.staff.Accounts;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.testkit.SignedCallback;
import dev.operatorkit.wire.Debit;
import java.net.URI;
import java.net.http.HttpRequest;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the limits of the reference wallet over HTTP, on either database. With {@code -Dthorough}, each on both. */
class LimitsTest {
    private static final String PLAYER = "player-1";
    private static final Author AUTHOR = new Author("test");
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 10);

    private final SimulatorClock clock =
            new SimulatorClock(Clock.fixed(Instant.parse("2026-03-10T12:00:00Z"), ZoneOffset.UTC));

    private void setClock(String time) {
        clock.reset();
        clock.forward(Duration.between(clock.instant(), Instant.parse(time)));
    }

    private WalletUnderTest start(String url) {
        return WalletUnderTest.at(clock, url);
    }

    private void limit(String url, @Nullable Long stakes, @Nullable Long loss, @Nullable LocalDate until) {
        try (var database = Database.open(TestDatabase.address(url))) {
            var limits = new AccountLimits(database, clock);
            var seen = limits.find(PLAYER).limits();
            limits.set(PLAYER, seen, new PlayerLimits(stakes, loss, until), AUTHOR, "a test");
        }
    }

    private DayTotals totals(String url) {
        try (var database = Database.open(TestDatabase.address(url))) {
            return new AccountLimits(database, clock).find(PLAYER).totals();
        }
    }

    private static SignedCallback debit(String id, String stake) {
        return SignedCallback.debit(id).round("round of " + id).player(PLAYER).stake(stake);
    }

    private static SignedCallback credit(String debit, String payout) {
        return SignedCallback.credit("credit of " + debit, debit)
                .round("round of " + debit)
                .player(PLAYER)
                .payout(payout);
    }

    private static SignedCallback rollback(String debit) {
        return SignedCallback.rollback("rollback of " + debit, debit)
                .round("round of " + debit)
                .player(PLAYER);
    }

    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#postgresFirst")
    void concurrent_bets_never_pass_a_loss_limit_and_repeats_are_answered_as_before(TestDatabase kind) {
        var url = kind.freshUrl();
        try (var wallet = start(url)) {
            limit(url, null, 100_00L, null);
            var bets = IntStream.range(0, 256)
                    .mapToObj(i -> debit("bet-" + i, "7"))
                    .toArray(SignedCallback[]::new);
            var statuses = wallet.sendConcurrently(bets);
            assertThat(statuses).containsOnly(200, 422);
            assertThat(Collections.frequency(statuses, 200)).isEqualTo(14);
            assertThat(wallet.sendConcurrently(bets)).isEqualTo(statuses);
            assertThat(wallet.player(1).balance()).isEqualTo(100_000_000 - 98_00);
        }
        assertThat(totals(url)).isEqualTo(new DayTotals(TODAY, 98_00, 98_00));
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#h2First")
    void an_excluded_player_cannot_bet_until_the_day_in_utc_and_is_still_paid(TestDatabase kind) {
        var url = kind.freshUrl();
        try (var wallet = start(url)) {
            var open = debit("open", "5");
            var accepted = wallet.send(open);
            limit(url, null, null, TODAY.plusDays(1));

            assertThat(wallet.player(1).status()).as("starts no game").isEqualTo(422);
            assertThat(wallet.player(1).body()).contains("the player is self-excluded");
            assertThat(wallet.send(debit("bet", "0.01")).body()).contains("the player is self-excluded");
            assertThat(wallet.send(debit("free", "0").reason(Debit.FREE_ROUND)).status())
                    .isEqualTo(422);
            assertThat(wallet.send(open)).isEqualTo(accepted);
            assertThat(wallet.send(credit("open", "7")).status()).isEqualTo(200);
            var metrics = HttpRequest.newBuilder(URI.create(wallet.operations() + "/metrics"));
            assertThat(wallet.send(metrics.build()).body())
                    .contains("wallet_refused_by_policy_total{reason=\"self_excluded\"} 2.0")
                    .contains("wallet_refused_total{kind=\"debit\",reason=\"refused_by_policy\"} 2.0");

            setClock("2026-03-10T23:59:59.999Z");
            assertThat(wallet.send(debit("bet", "0.01")).status()).isEqualTo(422);
            setClock("2026-03-11T00:00:00Z");
            assertThat(wallet.send(debit("bet", "0.01")).status()).isEqualTo(200);
            assertThat(wallet.player(1).status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#h2First")
    void a_day_begins_at_midnight_in_utc_and_a_returned_stake_belongs_to_the_day_of_its_bet(TestDatabase kind) {
        var url = kind.freshUrl();
        try (var wallet = start(url)) {
            limit(url, null, 10_00L, null);
            assertThat(statuses(wallet, debit("a", "6"), debit("b", "4"), debit("c", "0.01")))
                    .containsExactly(200, 200, 422);
            setClock("2026-03-11T00:00:00Z");
            assertThat(statuses(wallet, debit("d", "10"), debit("e", "0.01"), rollback("a"), debit("f", "0.01")))
                    .containsExactly(200, 422, 200, 422);
            // A payout counts on the day of its credit.
            assertThat(statuses(wallet, credit("b", "3"), debit("g", "3"), debit("h", "0.01")))
                    .containsExactly(200, 200, 422);
            setClock("2026-03-10T23:59:58Z"); // the clock of another node
            assertThat(statuses(wallet, debit("i", "0.01"))).containsExactly(422);
            setClock("2026-03-11T12:00:00Z");
            assertThat(statuses(wallet, rollback("g"), debit("j", "3.01"), debit("k", "3")))
                    .containsExactly(200, 422, 200);
        }
    }

    private static List<Integer> statuses(WalletUnderTest wallet, SignedCallback... callbacks) {
        return List.of(callbacks).stream()
                .map(callback -> wallet.send(callback).status())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#h2First")
    void stakes_and_losses_have_separate_limits_and_deposits_change_neither(TestDatabase kind) {
        var url = kind.freshUrl();
        try (var wallet = start(url)) {
            assertThat(statuses(wallet, debit("before", "4"))).containsExactly(200);
            limit(url, 15_00L, 10_00L, null); // what was staked today counts
            assertThat(statuses(wallet, debit("a", "6.01"), debit("b", "6"), debit("c", "1")))
                    .containsExactly(422, 200, 422);
            deposit(url);
            assertThat(statuses(wallet, debit("d", "1"), credit("b", "10"), debit("e", "5"), debit("f", "0.01")))
                    .containsExactly(422, 200, 200, 422);
            assertThat(statuses(wallet, rollback("e"), rollback("e"), debit("g", "5"), debit("h", "0.01")))
                    .containsExactly(200, 200, 200, 422);
            var counted = totals(url);
            limit(
                    url, null, 1_00L,
                    null); // counts the day again from the ledger; below what is lost already: nothing but free rounds
            assertThat(totals(url)).isEqualTo(counted);
            assertThat(statuses(wallet, debit("i", "0.01"), debit("j", "0").reason(Debit.FREE_ROUND)))
                    .containsExactly(422, 200);
            limit(url, 0L, null, null);
            assertThat(statuses(wallet, debit("k", "0.01"))).containsExactly(422);
            limit(url, null, null, null);
            assertThat(statuses(wallet, debit("k", "1000"))).containsExactly(200);
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    private void deposit(String url) {
        try (var database = Database.open(TestDatabase.address(url))) {
            var posting =
                    Posting.deposit(Money.of("100", "EUR")).account(PLAYER).reference("payment");
            assertThat(new Accounts(database, clock).post(posting, AUTHOR, "a test"))
                    .isInstanceOf(PostingOutcome.Applied.class);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#h2First")
    void totals_at_the_end_of_their_range_neither_wrap_nor_refuse_a_settlement(TestDatabase kind) {
        var url = kind.freshUrl();
        try (var wallet = start(url);
                var database = Database.open(TestDatabase.address(url))) {
            limit(url, Long.MAX_VALUE, Long.MAX_VALUE, null);
            var limits = new AccountLimits(database, clock);
            assertThat(statuses(wallet, debit("a", "5"))).containsExactly(200);
            execute(url, "update accounts set day_staked = 9223372036854775807, day_lost = -9223372036854775807");
            assertThat(statuses(wallet, debit("b", "5"), credit("a", "900000"), rollback("b")))
                    .containsExactly(200, 200, 200);
            assertThat(limits.find(PLAYER).totals().lost()).isNegative();
        }
    }

    private static void execute(String url, String sql) {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
