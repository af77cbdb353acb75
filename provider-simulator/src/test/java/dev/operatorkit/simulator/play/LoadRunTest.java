package dev.operatorkit.simulator.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.operatorkit.raw.RawServer;
import dev.operatorkit.simulator.round.PayTable;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.WalletCaller;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests load runs against a wallet that is down or under repair. */
class LoadRunTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    @AutoClose
    private final FakeWallet wallet = new FakeWallet(false, 0);

    @AutoClose
    private final WalletCaller caller = wallet.caller();

    private LoadRun run(Duration maxWait, int rounds, int concurrency, double repeat, double drop) {
        var settings = new PlaySettings(
                List.of("token-1"),
                "cherry-rush",
                rounds,
                concurrency,
                11,
                repeat,
                drop,
                PlaySettings.parseStake("1.00"),
                PayTable.DEFAULT);
        return new LoadRun(caller, settings, Clock.systemUTC(), maxWait);
    }

    private static boolean debits(RawServer.Received request) {
        return request.path().endsWith("/debit");
    }

    private static boolean moves(RawServer.Received request) {
        return request.method().equals("POST");
    }

    private static String body(RawServer.Received request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }

    @Test
    void a_replay_that_a_wallet_cannot_look_up_now_is_sent_again() throws Exception {
        Map<String, Integer> calls = new ConcurrentHashMap<>();
        // A debit of unknown outcome gets 500, a settlement that could not be tried 503 (D-29).
        wallet.before = request -> moves(request) && calls.merge(body(request), 1, Integer::sum) == 2
                ? FakeResponse.status(debits(request) ? 500 : 503)
                : null;
        assertThat(run(MINUTE, 20, 1, 1, 0).play().violations()).isEmpty();
        assertThat(calls.values()).contains(3);
    }

    @Test
    void a_run_that_is_stopped_before_its_first_round_audits_nothing() throws Exception {
        var run = run(MINUTE, 20, 1, 0, 0);
        var calls = new AtomicInteger();
        wallet.before = request -> {
            calls.incrementAndGet();
            run.stop();
            return null;
        };
        var result = run.play();
        assertThat(calls).hasValue(1);
        var printed = new StringWriter();
        new PlayReport(run, new PrintWriter(printed)).print(result, 0);
        assertThat(printed.toString().strip()).isEqualTo("Stopped by a signal before the first round.");
    }

    @Test
    void a_wallet_that_never_knows_a_replay_is_reported_and_waited_for_once() throws Exception {
        Set<String> known = ConcurrentHashMap.newKeySet();
        var refused = new AtomicInteger();
        wallet.before = request -> {
            if (debits(request) && !known.add(body(request))) {
                refused.incrementAndGet();
                return FakeResponse.status(500);
            }
            return null;
        };
        assertThat(run(SHORT, 20, 1, 1, 0).play().violations())
                .anyMatch(each -> each.contains("but its replay got '500"))
                .contains("player-1: 15 more violations, not shown");
        assertThat(refused).hasValueLessThan(60);
    }

    @Test
    void no_round_begins_after_the_wallet_was_down_for_too_long() {
        var isDown = new AtomicBoolean();
        var debits = new AtomicInteger();
        Set<String> late = ConcurrentHashMap.newKeySet();
        wallet.before = request -> {
            if (debits(request) && debits.incrementAndGet() == 30) {
                isDown.set(true);
            }
            if (isDown.get() && debits(request)) {
                late.add(body(request));
            }
            return isDown.get() ? FakeResponse.status(503) : null;
        };
        var run = run(SHORT, 10_000, 64, 0, 1);
        assertThatExceptionOfType(LoadRun.WalletUnavailableException.class).isThrownBy(run::play);
        // All 64 callers wait for the lock of the one player, some of them together.
        assertThat(late.size()).isLessThan(32);
        assertThat(run.openBets().size()).isLessThan(32);
    }

    /** The replay of the debit gets its first 503 late, so that the outage begins after the call that waits for its end. */
    @Test
    void a_round_waits_once_for_all_of_its_calls() {
        var isDown = new AtomicBoolean();
        var isLate = new AtomicBoolean(true);
        var credits = new AtomicInteger();
        wallet.after = request -> {
            isDown.compareAndSet(false, debits(request));
            return null;
        };
        wallet.before = request -> {
            if (isDown.get() && isLate.getAndSet(false)) {
                LockSupport.parkNanos(SHORT.toNanos() * 2 / 3);
            }
            if (isDown.get() && !debits(request)) {
                credits.incrementAndGet();
            }
            return isDown.get() ? FakeResponse.status(503) : null;
        };
        assertThatExceptionOfType(LoadRun.WalletUnavailableException.class).isThrownBy(run(SHORT, 1, 1, 1, 0)::play);
        assertThat(credits).hasValue(1);
    }
}
