package dev.operatorkit.examples.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.examples.JdkHttpServer;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.InvalidReplays;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the conformance suite against a wallet that implements the rules itself. */
class LedgerWalletTest {
    private static final String SECRET = "a-secret-for-tests";

    private static HttpServer server;

    @BeforeAll
    static void start() throws IOException {
        var ledger = new Ledger();
        ledger.open("alice", Money.of("1000", "EUR"));
        ledger.open("bob", Money.of("1000", "EUR"));
        var wallet = new LedgerWallet(ledger, Map.of("token-a", "alice", "token-b", "bob"), Clock.systemUTC());
        var callbacks = new WalletCallbacks("/wallet", SecretKeys.of(SECRET), Clock.systemUTC(), wallet);
        server = JdkHttpServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), callbacks);
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    @Test
    void a_replay_gets_the_original_response_even_if_the_rest_of_it_is_invalid() {
        var ledger = new Ledger();
        ledger.open("alice", Money.of("1000", "EUR"));
        ledger.open("bob", Money.of("1000", "EUR"));
        var wallet = new LedgerWallet(ledger, Map.of("token-a", "alice", "token-b", "bob"), Clock.systemUTC());
        var callbacks = new WalletCallbacks("", SecretKeys.of(SECRET), Clock.systemUTC(), wallet);
        var debit = SignedCallback.debit("bet").player("alice").token("token-a").stake("2");
        var credit = SignedCallback.credit("win", "bet").player("alice").payout("3");
        var lost = SignedCallback.debit("lost").player("alice").token("token-a").stake("2");
        var rollback = SignedCallback.rollback("undo", "lost").player("alice");
        send(callbacks, lost);
        var applied = new EnumMap<>(Map.of(Kind.DEBIT, debit, Kind.CREDIT, credit, Kind.ROLLBACK, rollback));
        applied.forEach((kind, callback) -> {
            var then = send(callbacks, callback);
            assertThat(then).startsWith("200");
            for (var repeat : InvalidReplays.of(kind, callback)) {
                assertThat(send(callbacks, repeat))
                        .as(new String(repeat.body(), UTF_8))
                        .isEqualTo(then);
            }
        });
        for (var foreign : List.of(
                debit.token("token-b"), debit.player("bob"), debit.player("bob").without("stake"))) {
            assertThat(send(callbacks, foreign)).startsWith("422");
        }
        assertThat(send(callbacks, SignedCallback.debit("new").player("alice").stake("-1")))
                .startsWith("422");
        assertThat(ledger.<Integer>with("alice", account -> account.entries().size()))
                .contains(4);
    }

    @Test
    void an_id_blocked_by_a_tombstone_and_a_self_referencing_rollback_are_refused() {
        var ledger = new Ledger();
        ledger.open("alice", Money.of("1000", "EUR"));
        var wallet = new LedgerWallet(ledger, Map.of("token-a", "alice"), Clock.systemUTC());
        var callbacks = new WalletCallbacks("", SecretKeys.of(SECRET), Clock.systemUTC(), wallet);
        assertThat(send(callbacks, SignedCallback.rollback("undo", "barred").player("alice")))
                .startsWith("200");
        assertThat(send(callbacks, SignedCallback.debit("bet").player("alice").stake("2")))
                .startsWith("200");
        for (var refused : List.of(
                SignedCallback.credit("barred", "bet").player("alice").payout("3"),
                SignedCallback.rollback("barred", "bet").player("alice"),
                SignedCallback.rollback("barred", "never").player("alice"),
                SignedCallback.rollback("self", "self").player("alice"))) {
            assertThat(send(callbacks, refused)).startsWith("422");
        }
    }

    @Test
    void a_debit_in_progress_is_never_422_for_a_replay_that_names_nobody() throws Exception {
        var ledger = new Ledger();
        ledger.open("alice", Money.of("1000", "EUR"));
        var wallet = new LedgerWallet(ledger, Map.of("token-a", "alice"), Clock.systemUTC());
        var callbacks = new WalletCallbacks("", SecretKeys.of(SECRET), Clock.systemUTC(), wallet);
        var debit = SignedCallback.debit("bet").token("token-a").stake("2");
        var first = new FutureTask<>(() -> send(callbacks, debit));
        var replay = new FutureTask<>(() -> send(callbacks, debit.token("never-issued")));
        var held = ledger.with("alice", account -> {
            startAndLetWait(first);
            startAndLetWait(replay);
            return !replay.isDone();
        });
        assertThat(first.get()).startsWith("200");
        assertThat(replay.get()).isEqualTo(first.get());
        assertThat(held).contains(true);
    }

    @Test
    void t40_a_rollback_of_an_unknown_debit_bars_it_for_every_account() {
        var ledger = new Ledger();
        ledger.open("alice", Money.of("1000", "EUR"));
        ledger.open("bob", Money.of("1000", "EUR"));
        var wallet = new LedgerWallet(ledger, Map.of(), Clock.systemUTC());
        var callbacks = new WalletCallbacks("", SecretKeys.of(SECRET), Clock.systemUTC(), wallet);
        assertThat(send(callbacks, SignedCallback.rollback("undo", "bet").player("alice")))
                .startsWith("200");
        assertThat(send(callbacks, SignedCallback.debit("bet").player("bob").stake("2")))
                .startsWith("422");
        assertThat(send(callbacks, SignedCallback.rollback("again", "bet").player("bob")))
                .startsWith("422");
    }

    @Test
    void t40_of_a_tombstone_and_a_concurrent_debit_of_another_account_one_succeeds() throws Exception {
        var ledger = new Ledger();
        ledger.open("alice", Money.of("1000", "EUR"));
        ledger.open("bob", Money.of("1000", "EUR"));
        var clock = new PausingClock();
        var wallet = new LedgerWallet(ledger, Map.of(), clock);
        var callbacks = new WalletCallbacks("", SecretKeys.of(SECRET), Clock.systemUTC(), wallet);
        var debit = new FutureTask<>(
                () -> send(callbacks, SignedCallback.debit("bet").player("bob").stake("2")));
        // The rollback has found no debit, and asks for the time of its entry.
        clock.pause = () -> startAndLetWait(debit);
        assertThat(send(callbacks, SignedCallback.rollback("undo", "bet").player("alice")))
                .startsWith("200");
        assertThat(debit.get()).startsWith("422");
    }

    /** Does something once before it returns the time. */
    private static final class PausingClock extends Clock {
        private Runnable pause = () -> {};

        @Override
        public Instant instant() {
            var once = pause;
            pause = () -> {};
            once.run();
            return Instant.now();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private static void startAndLetWait(FutureTask<String> call) {
        var thread = new Thread(call);
        thread.start();
        while (thread.getState() != Thread.State.BLOCKED && thread.isAlive()) {
            Thread.onSpinWait();
        }
    }

    private static String send(WalletCallbacks callbacks, SignedCallback callback) {
        var response = callbacks.handle(callback.sign("", SecretKeys.of(SECRET), Clock.systemUTC()));
        return response.status() + " " + new String(response.body(), UTF_8);
    }

    @TestFactory
    Stream<DynamicContainer> the_wallet_conforms() {
        var address = "http://127.0.0.1:" + server.getAddress().getPort() + "/wallet";
        return WalletConformance.of(address, SECRET, "token-a", "token-b").tests();
    }
}
