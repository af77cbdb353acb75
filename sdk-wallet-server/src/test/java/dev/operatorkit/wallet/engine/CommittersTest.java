package dev.operatorkit.wallet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletFixture;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.CallHistory;
import dev.operatorkit.wallet.testkit.FaultyStore;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks several committers of one wallet, and two wallets on one store: nothing is lost, doubled or reordered. */
class CommittersTest {
    private static final GroupCommitOptions PATIENT =
            GroupCommitOptions.defaults().withMaxWait(Duration.ofSeconds(10)).withDedicatedThreads();
    private static final List<String> PLAYERS = List.of("anna", "bert", "carl", "dora", "emil", "fred");
    private static final int CALLERS = 24;
    private static final int CALLS = Boolean.getBoolean("tests.long") ? 5_000 : 50;

    private final InMemoryWalletStore memory = new InMemoryWalletStore();
    private final FaultyStore faulty = new FaultyStore(memory);
    private final CallerThreads callers = new CallerThreads();
    private final HeldStore store = new HeldStore(faulty);

    @BeforeEach
    void open() {
        PLAYERS.forEach(player -> memory.openAccount(player, new Money(100_000, WalletFixture.EUR)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOST_BEFORE", "LOST_AFTER"})
    void while_one_committer_looks_up_its_commit_the_others_go_on(Fault fault) throws Exception {
        try (var wallet = wallet(PATIENT.withCommitters(2))) {
            faulty.inject(Step.COMMIT, fault);
            var gate = store.holdCommit("anna");
            var anna = callers.debitLater(wallet, "anna", "a");
            store.awaitHeld("anna");
            // The second attempt to lock is the look-up.
            var lookUp = store.holdLock("anna");
            gate.countDown();
            store.awaitHeld("anna", "anna");
            for (var i = 0; i < 20; i++) {
                assertThat(CallerThreads.debit(wallet, "bert", "b-" + i)).isInstanceOf(Outcome.Applied.class);
            }
            assertThat(anna.isDone()).isFalse();
            lookUp.countDown();
            assertThat(anna.get().status()).isEqualTo(fault == Fault.LOST_AFTER ? 200 : 422);
            assertThat(CallerThreads.debit(wallet, "anna", "a")).isInstanceOf(Outcome.Applied.class);
        }
        assertThat(memory.account("anna").orElseThrow().version()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void a_wallet_that_closes_while_a_flush_hangs_answers_500_and_the_flush_still_counts(int committers)
            throws Exception {
        var wallet = wallet(PATIENT.withCommitters(committers).withMaxWait(Duration.ofMillis(100)));
        var gate = store.holdCommit("anna");
        var hanging = callers.debitLater(wallet, "anna", "hanging");
        store.awaitHeld("anna");
        var behind = callers.debitLater(wallet, "anna", "behind");
        wallet.close();
        assertThat(hanging.get(1, TimeUnit.MINUTES).status()).isEqualTo(500);
        assertThat(behind.get(1, TimeUnit.MINUTES).status()).isEqualTo(500);
        gate.countDown();
        callers.join();
        HeldStore.await(() -> store.committed.contains("hanging"));
        assertThat(store.committed).containsExactly("hanging");
        assertThat(CallerThreads.debit(wallet, "anna", "hanging")).isInstanceOf(Outcome.Applied.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void the_history_of_many_callers_is_linearizable(int committers) throws Exception {
        var seed = new Random().nextLong();
        var history = new CallHistory();
        PLAYERS.forEach(player -> history.recordOpening(player, 100_000));
        var steps = Step.values();
        var faults = List.of(Fault.ROLLED_BACK, Fault.COLLISION, Fault.NONE);
        var random = new Random(seed);
        for (var i = 0; i < CALLS / 5; i++) {
            faulty.inject(steps[1 + random.nextInt(3)], faults.get(random.nextInt(3)));
            faulty.inject(Step.COMMIT, random.nextBoolean() ? Fault.LOST_AFTER : Fault.LOST_BEFORE, Fault.NONE);
        }
        var options = PATIENT.withCommitters(committers).withMaxBatchSize(8);
        // Two wallets on one store, as two nodes on one database.
        var threads = Executors.newFixedThreadPool(CALLERS);
        try (var one = wallet(options);
                var other = wallet(memory.reconnect(), options)) {
            var work = IntStream.range(0, CALLERS)
                    .mapToObj(caller -> (Callable<Void>) () -> {
                        var mine = new Random(seed + caller);
                        for (var i = 0; i < CALLS; i++) {
                            // Half of the ids are sent by two callers, to either wallet.
                            var id = "bet-" + (i % 2 == 0 ? caller : caller / 2) + "-" + i;
                            var player = PLAYERS.get(Math.floorMod(id.hashCode(), PLAYERS.size()));
                            var wallet = mine.nextBoolean() ? one : other;
                            repeat(() -> history.record(player, id, () -> CallerThreads.debit(wallet, player, id)));
                        }
                        return null;
                    })
                    .toList();
            for (var result : threads.invokeAll(work)) {
                result.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(history.violations(memory)).as("seed " + seed).isEmpty();
    }

    /** Calls until the movement is applied: a fault answers 422, 500 or 503, and nothing is written. */
    private static void repeat(Supplier<Outcome> call) {
        while (!(call.get() instanceof Outcome.Applied)) {
            Thread.onSpinWait();
        }
    }

    private TransactionalWallet wallet(GroupCommitOptions options) {
        return wallet(store, options);
    }

    private TransactionalWallet wallet(WalletStore on, GroupCommitOptions options) {
        return TransactionalWallet.builder(on, new InMemoryPlayers(memory))
                .clock(WalletFixture.CLOCK)
                .groupCommit(options)
                .build();
    }
}
