package dev.operatorkit.simulator.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.fault.ActiveFaults;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.round.CallbackEngineFixture;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.simulator.wallet.CallbackReply;
import dev.operatorkit.simulator.wallet.CallbackSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.RetrySchedule;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveriesTest {
    @TempDir
    Path folder;

    private static boolean credits(RawServer.Received request) {
        return request.path().endsWith("/credit");
    }

    @Test
    void retry_intervals_double_up_to_an_hour_with_a_jitter_of_at_most_20_percent() {
        var schedule = RetrySchedule.DEFAULT;
        var random = new Random(3);
        for (var attempts = 1; attempts < 100; attempts++) {
            var middle = Math.min(3_600_000L, 1000L << Math.min(40, attempts - 1));
            for (var i = 0; i < 100; i++) {
                assertThat(schedule.pause(attempts, random).toMillis())
                        .isBetween(Math.round(middle * 0.8) - 1, Math.round(middle * 1.2) + 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 409, 422, 500, 503, 404, 201, 302, 200})
    void p2_p3_a_settlement_is_retried_after_anything_but_a_readable_200(int status) throws IOException {
        try (var fixture = new CallbackEngineFixture()) {
            var refused = new AtomicInteger();
            fixture.wallet.before =
                    request -> credits(request) && refused.incrementAndGet() <= 3 ? FakeResponse.status(status) : null;
            var round = fixture.spin(SpinOutcome.LOSS);
            assertThat(round.state()).isEqualTo(RoundState.SETTLING);
            fixture.forwardUntil(round, RoundState.SETTLED, Duration.ofSeconds(10));
            var sent =
                    fixture.received().stream().filter(DeliveriesTest::credits).toList();
            assertThat(sent)
                    .hasSize(4)
                    .allSatisfy(request ->
                            assertThat(request.body()).isEqualTo(sent.get(0).body()));
            assertThat(fixture.store().history(round.id()))
                    .extracting(Attempt::number)
                    .containsExactly(1, 1, 2, 3, 4);
        }
    }

    @Test
    void after_three_days_a_round_goes_to_manual_review_with_its_full_history() throws IOException {
        try (var fixture = new CallbackEngineFixture()) {
            fixture.wallet.before = FakeWallet.on("/credit", FakeResponse.status(500));
            var round = fixture.spin(SpinOutcome.LOSS);
            fixture.clock.forward(Duration.ofHours(71));
            Awaitility.await().until(() -> fixture.current(round).attempts() >= 2);
            assertThat(fixture.current(round).state()).isEqualTo(RoundState.SETTLING);
            fixture.forwardUntil(round, RoundState.REVIEW, Duration.ofHours(1));
            var kinds = fixture.store().history(round.id()).stream()
                    .map(Attempt::kind)
                    .toList();
            assertThat(kinds).startsWith("DEBIT", "CREDIT", "CREDIT").endsWith("LOOKUP", "LOOKUP", "REVIEW");
            assertThat(fixture.store().inState(RoundState.REVIEW, 10))
                    .extracting(GameRound::id)
                    .containsExactly(round.id());

            assertThat(fixture.review().resend(round.id())).isInstanceOf(CallbackReply.Refused.class);
            assertThat(fixture.current(round).state()).isEqualTo(RoundState.REVIEW);
            fixture.wallet.before = request -> null;
            assertThat(fixture.review().resend(round.id())).isInstanceOf(CallbackReply.Done.class);
            assertThat(fixture.current(round).state()).isEqualTo(RoundState.SETTLED);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> fixture.review().close(round.id(), "late"));
        }
    }

    @Test
    void the_last_attempt_is_made_within_the_three_days_and_review_follows_immediately() throws IOException {
        try (var fixture = new CallbackEngineFixture()) {
            fixture.wallet.before = FakeWallet.on("/credit", FakeResponse.status(500));
            var round = fixture.spin(SpinOutcome.LOSS);
            for (var seen = fixture.current(round);
                    seen.state() == RoundState.SETTLING;
                    seen = fixture.current(round)) {
                var attempts = seen.attempts();
                var pause = Duration.between(fixture.clock.instant(), Objects.requireNonNull(seen.nextAt()));
                fixture.clock.forward(pause.isNegative() ? Duration.ZERO : pause);
                Awaitility.await()
                        .pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> fixture.current(round).attempts() > attempts
                                || fixture.current(round).state() != RoundState.SETTLING);
            }
            Awaitility.await().until(() -> fixture.current(round).state() == RoundState.REVIEW);
            var history = fixture.store().history(round.id());
            var sent = history.stream()
                    .filter(attempt -> attempt.kind().equals("CREDIT"))
                    .map(Attempt::at)
                    .toList();
            var end = sent.get(0).plus(Duration.ofDays(3));
            assertThat(sent.get(sent.size() - 1)).isBetween(end.minusSeconds(60), end); // D-59
            assertThat(history.get(history.size() - 1).kind()).isEqualTo("REVIEW");
            assertThat(history.get(history.size() - 1).at()).isBefore(end.plusSeconds(60));
        }
    }

    @Test
    void a_settlement_whose_responses_were_all_lost_is_found_by_the_final_lookup() throws IOException {
        try (var fixture = new CallbackEngineFixture()) {
            fixture.wallet.after = FakeWallet.on("/credit", FakeResponse.none());
            var round = fixture.spin(SpinOutcome.LOSS);
            fixture.forwardUntil(round, RoundState.SETTLED, Duration.ofHours(40));
            assertThat(fixture.current(round).detail()).isEqualTo("found by lookup");
        }
    }

    @Test
    void del_1_the_three_days_count_from_an_attempt_that_was_sent_and_not_stored() throws IOException {
        var wallet = new FakeWallet();
        var first = new CallbackEngineFixture(wallet, folder, CallbackSettings.DEFAULT);
        wallet.before = request -> {
            if (credits(request)) {
                wallet.before = later -> FakeResponse.status(500);
                first.stop();
            }
            return null;
        };
        assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> first.spin(SpinOutcome.LOSS));
        var stopped = Clock.systemUTC().instant();
        try (var second = new CallbackEngineFixture(wallet, folder, CallbackSettings.DEFAULT)) {
            var round = second.engine.store().inState(RoundState.SETTLING, 10).getFirst();
            Awaitility.await().until(() -> second.current(round).attempts() > 0);
            assertThat(second.current(round).firstAt()).isBefore(stopped);
        }
    }

    @Test
    void del_1_the_three_days_count_from_the_first_attempt_however_long_it_was_due() throws IOException {
        try (var fixture = new CallbackEngineFixture()) {
            fixture.wallet.before = FakeWallet.on("/credit", FakeResponse.status(500));
            var round = fixture.spin(SpinOutcome.OPEN);
            setWallet(fixture, "");
            fixture.rounds().decide(round.id(), SpinOutcome.LOSS);
            fixture.clock.forward(Duration.ofDays(4));
            setWallet(fixture, fixture.wallet.url());
            var attempted = fixture.clock.instant();
            fixture.engine.deliveries().wake();
            Awaitility.await().until(() -> fixture.current(round).firstAt() != null);
            assertThat(fixture.current(round).firstAt()).isAfterOrEqualTo(attempted.truncatedTo(ChronoUnit.MILLIS));
            fixture.clock.forward(Duration.ofHours(71));
            var attempts = fixture.current(round).attempts();
            Awaitility.await().until(() -> fixture.current(round).attempts() > attempts);
            assertThat(fixture.current(round).state()).isEqualTo(RoundState.SETTLING);
            fixture.forwardUntil(round, RoundState.REVIEW, Duration.ofHours(1));
        }
    }

    private static void setWallet(CallbackEngineFixture fixture, String url) {
        var wallet = url.isEmpty() ? null : WalletAddress.parse(url);
        fixture.operators.change("op", operator -> operator.withWallet(wallet));
    }

    /** Plays rounds whose debit is applied and whose credit the wallet refuses for now. */
    private static void leaveUnsettled(CallbackEngineFixture fixture, int rounds) {
        fixture.wallet.before = FakeWallet.on("/credit", FakeResponse.status(503));
        IntStream.range(0, rounds)
                .parallel()
                .forEach(i -> fixture.rounds()
                        .spin(CallbackEngineFixture.session(i % 50), CallbackEngineFixture.eur(100), SpinOutcome.LOSS));
    }

    /** Plays 200 rounds, and 1,000 with {@code -Dthorough}. */
    @Test
    void p6_after_an_outage_all_rounds_settle_within_the_concurrency_limit() throws IOException {
        var rounds = Boolean.getBoolean("thorough") ? 1000 : 200;
        var concurrency = 4;
        try (var fixture = new CallbackEngineFixture(
                new FakeWallet(), null, CallbackEngineFixture.settings(concurrency, Duration.ofSeconds(10)))) {
            leaveUnsettled(fixture, rounds);
            var atOnce = new AtomicInteger();
            var most = new AtomicInteger();
            fixture.wallet.after = request -> {
                atOnce.decrementAndGet();
                return null;
            };
            fixture.wallet.before = request -> {
                most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                return null;
            };
            fixture.clock.forward(Duration.ofHours(1));
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
                fixture.clock.forward(Duration.ofMinutes(1));
                return fixture.store().count(RoundState.SETTLED) == rounds;
            });
            assertThat(most.get()).isLessThanOrEqualTo(concurrency);
            assertThat(fixture.wallet.movements()).hasSize(2 * rounds);
        }
    }

    @Test
    void p6_a_hanging_wallet_does_not_delay_the_settlements_of_another_operator() throws IOException {
        // A call to the hanging wallet takes longer than this test waits for the other one.
        var settings = CallbackEngineFixture.settings(2, Duration.ofMinutes(5));
        var healed = new AtomicBoolean();
        try (var hanging = new FakeWallet();
                var fixture = new CallbackEngineFixture(
                        new FakeWallet(),
                        null,
                        settings,
                        CallbackEngineFixture.operator("hangs", hanging.url(), settings))) {
            hanging.before = request -> credits(request)
                    ? out -> {
                        Awaitility.await().atMost(Duration.ofMinutes(5)).until(healed::get);
                        throw new IOException("no answer");
                    }
                    : null;
            var session = new PlayerSession("hangs", "player-1", "a-game", "token-1", CallbackEngineFixture.EUR);
            var stuck = IntStream.range(0, 6)
                    .mapToObj(i -> fixture.rounds().spin(session, CallbackEngineFixture.eur(100), SpinOutcome.OPEN))
                    .toList();
            stuck.forEach(
                    round -> Thread.startVirtualThread(() -> fixture.rounds().decide(round.id(), SpinOutcome.LOSS)));
            leaveUnsettled(fixture, 50);
            fixture.wallet.before = request -> null;
            Awaitility.await().until(() -> {
                fixture.clock.forward(Duration.ofSeconds(10));
                return fixture.store().count(RoundState.SETTLED) == 50;
            });
            assertThat(stuck).allMatch(round -> fixture.current(round).state() == RoundState.SETTLING);
            healed.set(true);
            Awaitility.await().until(() -> fixture.engine.deliveries().inFlight() == 0);
        }
    }

    @Test
    void a_settlement_whose_thread_could_not_be_started_is_delivered_later() throws IOException {
        var wallet = new FakeWallet();
        wallet.before = FakeWallet.on("/credit", FakeResponse.none());
        var fixture =
                new CallbackEngineFixture(wallet, folder, CallbackEngineFixture.settings(1, Duration.ofSeconds(10)));
        fixture.spin(SpinOutcome.LOSS);
        fixture.stop();
        wallet.before = request -> null;
        var clock = new SimulatorClock(Clock.systemUTC());
        var trust = TrustedCertificates.system(Clock.systemUTC());
        var failures = new AtomicInteger(3);
        try (wallet;
                var database = Database.open(folder, null);
                var transcript = new Transcript(database, 100);
                var sender = new CallbackSender(
                        fixture.operators, clock, new ActiveFaults(), transcript, TargetPolicy.LOOPBACK, trust)) {
            var store = new RoundStore(database, clock, (transaction, round) -> {});
            try (var deliveries = new Deliveries(store, sender, fixture.operators, clock, new Random(1), task -> {
                if (failures.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("no thread, as scripted");
                }
                Thread.startVirtualThread(task);
            })) {
                deliveries.start();
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                    clock.forward(Duration.ofMinutes(1));
                    deliveries.wake();
                    return store.count(RoundState.SETTLED) == 1 && deliveries.inFlight() == 0;
                });
            }
        }
    }
}
