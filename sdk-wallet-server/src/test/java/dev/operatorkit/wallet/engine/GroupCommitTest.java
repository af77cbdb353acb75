package dev.operatorkit.wallet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletFixture;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.testkit.FaultyStore;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which movements are committed together, which wait, and which are refused immediately. */
class GroupCommitTest {
    private final InMemoryWalletStore memory = new InMemoryWalletStore();
    private final FaultyStore faulty = new FaultyStore(memory);
    private final HeldStore store = new HeldStore(faulty);
    private final CountDownLatch gate = store.holdLock("player");
    private final List<Integer> batches = new ArrayList<>();
    private final CallerThreads callers = new CallerThreads();

    private final WalletListener listener = new WalletListener() {
        @Override
        public synchronized void onBatchEnded(BatchEnded event) {
            batches.add(event.size());
        }
    };

    @BeforeEach
    void open() {
        memory.openAccount("player", new Money(1_000, WalletFixture.EUR));
        memory.openAccount("other", new Money(1_000, WalletFixture.EUR));
    }

    @Test
    void movements_that_arrive_during_a_unit_share_the_next_unit() throws Exception {
        var answers = debitConcurrently(wallet(GroupCommitOptions.defaults()), 20);
        assertAllDone(answers);
        assertThat(batches).containsExactly(1, 20);
        assertThat(faulty.commits()).isEqualTo(2);
    }

    @Test
    void a_failed_batch_is_retried_one_movement_at_a_time() throws Exception {
        faulty.inject(Step.WRITE, Fault.NONE, Fault.ROLLED_BACK);
        assertAllDone(debitConcurrently(wallet(GroupCommitOptions.defaults()), 20));
        assertThat(batches).hasSize(22).startsWith(1, 20).endsWith(1);
        assertThat(memory.account("player").orElseThrow().version()).isEqualTo(21);
    }

    @Test
    void a_batch_never_exceeds_its_maximum_size() throws Exception {
        assertAllDone(debitConcurrently(wallet(GroupCommitOptions.defaults().withMaxBatchSize(8)), 20));
        assertThat(batches).containsExactly(1, 8, 8, 4);
    }

    @Test
    void many_movements_of_one_player_do_not_starve_another_player() throws Exception {
        var wallet = wallet(GroupCommitOptions.defaults().withMaxBatchSize(4));
        List<FutureTask<Outcome>> answers = new ArrayList<>();
        answers.add(callers.debitLater(wallet, "player", "first"));
        IntStream.range(0, 12).forEach(i -> answers.add(callers.debitLater(wallet, "player", "storm-" + i)));
        answers.add(callers.debitLater(wallet, "other", "other"));
        gate.countDown();
        assertAllDone(answers);
        assertThat(memory.findTransaction("other").orElseThrow().accountVersion())
                .isEqualTo(1);
        // Its unit was the second: at most four came before it, and the replays continued after it.
        assertThat(new ArrayList<>(store.committed).indexOf("other")).isLessThan(1 + 4 + 4);
    }

    @Test
    void beyond_the_queue_capacity_a_replay_gets_its_original_response_and_a_settlement_is_deferred() throws Exception {
        var then = CallerThreads.debit(
                TransactionalWallet.builder(memory, new InMemoryPlayers(memory))
                        .clock(WalletFixture.CLOCK)
                        .build(),
                "player",
                "then");
        var wallet = wallet(GroupCommitOptions.defaults().withQueueCapacity(4));
        // One is taken into a unit; of the four places, each account may use two.
        List<FutureTask<Outcome>> answers = new ArrayList<>();
        for (var player : List.of("player", "player", "player", "other", "other")) {
            answers.add(callers.debitLater(wallet, player, "waiting-" + answers.size()));
        }

        assertThat(CallerThreads.debit(wallet, "player", "then")).isEqualTo(then);
        var unnamed = new Debit("then", "round", null, null, null, CallerThreads.amount(-1), null, null);
        assertThat(wallet.debit(unnamed, CallbackContext.ofBody())).isEqualTo(then);
        // A read that does not find an id proves nothing, here or on another node an attempt may be waiting (D-29).
        assertThat(CallerThreads.debit(wallet, "player", "new")).isInstanceOf(Outcome.Unknown.class);
        assertThat(CallerThreads.debit(wallet, "player", "waiting-1")).isInstanceOf(Outcome.Unknown.class);
        var credit = new Credit("w", "then", "round-then", "player", null, CallerThreads.amount(1), null, null);
        assertThat(wallet.credit(credit, CallbackContext.ofBody())).isInstanceOf(Outcome.RetryLater.class);

        gate.countDown();
        assertAllDone(answers);
        assertThat(memory.findTransaction("new")).isEmpty();
    }

    private TransactionalWallet wallet(GroupCommitOptions settings) {
        return TransactionalWallet.builder(store, new InMemoryPlayers(memory))
                .clock(WalletFixture.CLOCK)
                .groupCommit(settings)
                .listener(listener)
                .build();
    }

    /** Starts one debit that is held up, and this many that arrive in the meantime. */
    private List<FutureTask<Outcome>> debitConcurrently(TransactionalWallet wallet, int size) {
        List<FutureTask<Outcome>> answers = new ArrayList<>();
        IntStream.rangeClosed(0, size).forEach(i -> answers.add(callers.debitLater(wallet, "player", "tx-" + i)));
        gate.countDown();
        return answers;
    }

    private void assertAllDone(List<FutureTask<Outcome>> answers) throws Exception {
        for (var answer : answers) {
            assertThat(answer.get()).isInstanceOf(Outcome.Applied.class);
        }
        callers.join();
    }
}
