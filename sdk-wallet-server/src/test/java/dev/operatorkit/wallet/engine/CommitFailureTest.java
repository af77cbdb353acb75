package dev.operatorkit.wallet.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import dev.operatorkit.wallet.WalletFixture;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.FaultyStore;
import dev.operatorkit.wallet.testkit.FaultyStore.Crash;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the failure of one unit costs other movements nothing but their place in a batch (D-29, rows T31 and D7 of
 * the fault matrix).
 */
class CommitFailureTest {
    private static final GroupCommitOptions LONG_WAIT =
            GroupCommitOptions.defaults().withMaxWait(Duration.ofSeconds(10));
    private static final GroupCommitOptions SHORT_WAIT =
            GroupCommitOptions.defaults().withMaxWait(Duration.ofMillis(100));

    private final InMemoryWalletStore memory = new InMemoryWalletStore();
    private final FaultyStore faulty = new FaultyStore(memory);
    private final CallerThreads callers = new CallerThreads();
    private final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();

    private final HeldStore store = new HeldStore(faulty);

    private final WalletListener listener = new WalletListener() {
        @Override
        public void onApplied(StoredTransaction transaction) {
            events.add("applied " + transaction.transactionId());
        }

        @Override
        public void onRefused(Kind kind, Refusal why) {
            events.add("refused " + why);
        }

        @Override
        public void onOutcomeUnknown(Kind kind) {
            events.add("unknown " + kind);
        }

        @Override
        public void onBatchEnded(BatchEnded event) {
            var took = event.duration();
            if (event.queueTime().isNegative() || took.isNegative() || took.isZero()) {
                events.add("a batch that took no time");
            }
        }
    };

    @BeforeEach
    void open() {
        for (var player : List.of("anna", "bert", "carl")) {
            memory.openAccount(player, new Money(1_000, WalletFixture.EUR));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void d7_a_locked_account_does_not_delay_other_accounts(boolean ownThreads) throws Exception {
        var settings = ownThreads ? LONG_WAIT.withDedicatedThreads() : LONG_WAIT;
        try (var wallet = wallet(settings)) {
            faulty.inject(Step.LOCK_AND_READ, Fault.ROLLED_BACK);
            assertThat(CallerThreads.debit(wallet, "anna", "a")).isInstanceOf(Outcome.Unknown.class);
            // From now on the account is isolated. Its unit waits for the lock, on the only committer's second track.
            var gate = store.holdLock("anna");
            var locked = callers.debitLater(wallet, "anna", "a");
            assertThat(CallerThreads.debit(wallet, "bert", "b")).isInstanceOf(Outcome.Applied.class);
            assertThat(CallerThreads.debit(wallet, "carl", "c")).isInstanceOf(Outcome.Applied.class);
            assertThat(locked.isDone()).isFalse();
            faulty.inject(Step.LOCK_AND_READ, Fault.ROLLED_BACK);
            gate.countDown();
            assertThat(locked.get()).isInstanceOf(Outcome.Unknown.class);
            faulty.inject(Step.LOCK_AND_READ, Fault.ROLLED_BACK);
            assertThat(wallet.credit(creditOf("a"), CallbackContext.ofBody())).isInstanceOf(Outcome.RetryLater.class);
            // Once one of its movements succeeds, the account is no longer isolated.
            assertThat(CallerThreads.debit(wallet, "anna", "a")).isInstanceOf(Outcome.Applied.class);
        }
    }

    @Test
    void a_movement_of_an_unreachable_server_is_not_tried() {
        WalletStore unreachable = new WalletStore() {
            @Override
            public Placement placement() {
                return new Placement() {
                    @Override
                    public boolean isUnreachable(int partition) {
                        return true;
                    }
                };
            }

            @Override
            public UnitOfWork begin() {
                throw new AssertionError("no unit may begin");
            }

            @Override
            public Optional<StoredTransaction> findTransaction(String transactionId) {
                throw new AssertionError("no lookup may begin");
            }
        };
        var wallet = wallet(unreachable, LONG_WAIT);

        assertThat(CallerThreads.debit(wallet, "anna", "a")).isInstanceOf(Outcome.Unknown.class);
        assertThat(wallet.credit(creditOf("a"), CallbackContext.ofBody())).isInstanceOf(Outcome.RetryLater.class);
        assertThat(events).containsExactly("unknown DEBIT", "refused STORE_FAILED");
    }

    @Test
    void t31_collisions_are_retried_with_a_pause_and_a_limit() {
        var wallet = wallet(LONG_WAIT);
        injectCollisions(Committer.ATTEMPTS - 1);
        assertThat(CallerThreads.debit(wallet, "anna", "last attempt")).isInstanceOf(Outcome.Applied.class);
        injectCollisions(Committer.ATTEMPTS);
        assertThat(CallerThreads.debit(wallet, "anna", "none")).isInstanceOf(Outcome.Unknown.class);
        assertThat(events).containsExactly("applied last attempt", "unknown DEBIT");
        assertThat(faulty.commits()).isEqualTo(1);
    }

    private void injectCollisions(int times) {
        faulty.inject(Step.COMMIT, Collections.nCopies(times, Fault.COLLISION).toArray(Fault[]::new));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_error_fails_only_the_callers_of_its_batch(boolean ownThreads) throws Exception {
        try (var wallet = wallet(ownThreads ? LONG_WAIT.withDedicatedThreads() : LONG_WAIT)) {
            faulty.inject(Step.WRITE, Fault.CRASH);
            if (ownThreads) {
                assertThat(CallerThreads.debit(wallet, "anna", "a")).isInstanceOf(Outcome.Unknown.class);
            } else {
                assertThatThrownBy(() -> CallerThreads.debit(wallet, "anna", "a"))
                        .isInstanceOf(Crash.class);
            }
            assertThat(CallerThreads.debit(wallet, "anna", "a")).isInstanceOf(Outcome.Applied.class);
            assertThat(CallerThreads.debit(wallet, "bert", "b")).isInstanceOf(Outcome.Applied.class);
        }
    }

    @Test
    void the_outcome_is_unknown_after_waiting_too_long_for_a_locked_account_and_is_reported_once() throws Exception {
        var wallet = wallet(SHORT_WAIT);
        var gate = store.holdLock("anna");
        var first = callers.debitLater(wallet, "anna", "first");
        var second = callers.debitLater(wallet, "anna", "second");
        assertThat(second.get()).as("never looked up").isInstanceOf(Outcome.Unknown.class);
        gate.countDown();
        assertThat(first.get()).isInstanceOf(Outcome.Applied.class);
        assertThat(store.committed).containsExactly("first");
        assertThat(events).containsExactly("unknown DEBIT", "applied first");
    }

    @Test
    void t36_while_an_attempt_is_in_progress_no_replay_of_it_gets_422() throws Exception {
        var wallet = wallet(SHORT_WAIT.withDedicatedThreads());
        var gate = store.holdLock("anna");
        var first = callers.debitLater(wallet, "anna", "first");
        var named = new Debit("first", "round-first", null, null, null, CallerThreads.amount(1), null, null);
        var invalid = new InvalidCallback(Kind.DEBIT, "first", "anna", null, "stake is missing");
        for (var attempt = 0; attempt < 2; attempt++) {
            assertThat(CallerThreads.debit(wallet, "anna", "first")).isInstanceOf(Outcome.Unknown.class);
            assertThat(wallet.debit(named, CallbackContext.ofBody()))
                    .as("without an account")
                    .isInstanceOf(Outcome.Unknown.class);
            assertThat(wallet.answerInvalid(invalid, CallbackContext.ofBody())).isInstanceOf(Outcome.Unknown.class);
            // Its own caller gets the same outcome in the end, while the unit is still in progress.
            assertThat(first.get()).isInstanceOf(Outcome.Unknown.class);
        }
        gate.countDown();
        wallet.close();
        assertThat(memory.findTransaction("first")).isPresent();
        assertThat(CallerThreads.debit(wallet, "anna", "first")).isInstanceOf(Outcome.Applied.class);
        assertThat(wallet.debit(named, CallbackContext.ofBody())).isInstanceOf(Outcome.Applied.class);
        assertThat(wallet.answerInvalid(invalid, CallbackContext.ofBody())).isInstanceOf(Outcome.Applied.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_unit_that_exceeds_the_maximum_wait_ends_after_its_callers_have_left(boolean fails) throws Exception {
        try (var wallet = wallet(SHORT_WAIT.withMaxWait(Duration.ofSeconds(1)))) {
            // Both wait behind anna's first unit, then enter one batch, which hangs.
            var gate = store.holdLock("anna");
            var first = callers.debitLater(wallet, "anna", "first");
            var leader = callers.debitLater(wallet, "bert", "b");
            var left = callers.debitLater(wallet, "carl", "c");
            var hang = store.holdLock("bert");
            faulty.inject(Step.LOCK_AND_READ, Fault.NONE, fails ? Fault.ROLLED_BACK : Fault.NONE);
            gate.countDown();
            first.get();
            assertThat(left.get()).isInstanceOf(Outcome.Unknown.class);
            hang.countDown();
            leader.get();
            callers.join();
            assertThat(memory.findTransaction("c").isPresent()).isEqualTo(!fails);
            assertThat(events).contains(fails ? "unknown DEBIT" : "applied c").doesNotHaveDuplicates();
            for (var i = 0; i < 3; i++) {
                assertThat(CallerThreads.debit(wallet, "carl", "again-" + i)).isInstanceOf(Outcome.Applied.class);
                assertThat(CallerThreads.debit(wallet, "bert", "more-" + i)).isInstanceOf(Outcome.Applied.class);
            }
        }
    }

    @Test
    void d5_a_store_that_does_not_respond_to_reads_blocks_no_caller_beyond_the_maximum_wait() throws Exception {
        var wallet = wallet(SHORT_WAIT.withDedicatedThreads());
        var gate = store.holdLock("anna");
        var silent = new CountDownLatch(1);
        store.readable = silent;
        var bet = callers.debitLater(wallet, "anna", "bet");
        var win = callers.later(() -> wallet.credit(creditOf("bet"), CallbackContext.ofBody()));
        var nameless = new InvalidCallback(Kind.DEBIT, "other", null, null, "no stake");
        var invalid = callers.later(() -> wallet.answerInvalid(nameless, CallbackContext.ofBody()));
        var lookup = callers.later(
                () -> wallet.findTransaction(new TransactionLookup("anna", "bet"), CallbackContext.ofBody()));
        assertThat(bet.get(1, TimeUnit.MINUTES)).isInstanceOf(Outcome.Unknown.class);
        assertThat(win.get(1, TimeUnit.MINUTES)).isInstanceOf(Outcome.RetryLater.class);
        assertThat(invalid.get(1, TimeUnit.MINUTES)).isInstanceOf(Outcome.Unknown.class);
        assertThatThrownBy(() -> lookup.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(RolledBack.class);
        gate.countDown();
        silent.countDown();
        callers.join();
    }

    @Test
    void d5_a_settlement_whose_unit_hangs_before_its_commit_gets_retry_later() throws Exception {
        // A thread that starts late on a busy machine would exceed the short wait of the other wallet.
        try (var patient = wallet(LONG_WAIT)) {
            assertThat(CallerThreads.debit(patient, "anna", "bet")).isInstanceOf(Outcome.Applied.class);
        }
        var wallet = wallet(SHORT_WAIT.withDedicatedThreads());
        var gate = store.holdLock("anna");
        var win = callers.later(() -> wallet.credit(creditOf("bet"), CallbackContext.ofBody()));
        assertThat(win.get(1, TimeUnit.MINUTES)).isInstanceOf(Outcome.RetryLater.class);
        gate.countDown();
        callers.join();
    }

    @Test
    void an_interrupted_caller_gets_its_outcome_and_stays_interrupted() throws Exception {
        var wallet = wallet(LONG_WAIT);
        var gate = store.holdLock("anna");
        var first = callers.debitLater(wallet, "anna", "first");
        var interrupted = callers.later(() -> {
            var outcome = CallerThreads.debit(wallet, "anna", "second");
            return outcome.status() + " " + Thread.currentThread().isInterrupted();
        });
        callers.last().interrupt();
        gate.countDown();
        assertThat(first.get()).isInstanceOf(Outcome.Applied.class);
        assertThat(interrupted.get()).isEqualTo("200 true");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closing_a_wallet_ends_waiting_movements_with_an_unknown_outcome_and_writes_none(boolean ownThreads)
            throws Exception {
        var wallet = wallet(ownThreads ? SHORT_WAIT.withDedicatedThreads() : SHORT_WAIT);
        var gate = store.holdLock("anna");
        var under = callers.debitLater(wallet, "anna", "under");
        // A dedicated thread would take both together if the second arrived before it woke up.
        store.awaitHeld("anna");
        var waiting = callers.debitLater(wallet, "anna", "waiting");
        wallet.close();
        // It is unknown whether another process is writing these ids.
        assertThat(waiting.get()).isInstanceOf(Outcome.Unknown.class);
        assertThat(CallerThreads.debit(wallet, "bert", "after")).isInstanceOf(Outcome.Unknown.class);
        gate.countDown();
        under.get();
        callers.join();
        assertThat(memory.findTransaction("waiting")).isEmpty();
        assertThat(memory.findTransaction("after")).isEmpty();
    }

    /** Once the unit has failed, the next one may fail to begin, and then the look-up on another connection too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void a_debit_that_another_node_stores_right_after_this_one_failed_is_not_refused(int failedLookups) {
        var other = TransactionalWallet.builder(memory, new InMemoryPlayers(memory))
                .groupCommit(LONG_WAIT)
                .build();
        var waits = new AtomicBoolean(true);
        faulty.inject(Step.WRITE, Fault.ROLLED_BACK);
        if (failedLookups > 0) {
            faulty.inject(Step.BEGIN, Fault.NONE, Fault.ROLLED_BACK);
        }
        WalletStore failing = new WalletStore() {
            @Override
            public UnitOfWork begin() {
                return new ForwardingUnit(faulty.begin()) {
                    @Override
                    public void close() {
                        super.close();
                        if (waits.getAndSet(false)) {
                            CallerThreads.debit(other, "anna", "a"); // got the lock of its id now
                        }
                    }
                };
            }

            @Override
            public Optional<StoredTransaction> findTransaction(String transactionId) {
                if (failedLookups > 1) {
                    throw StoreException.rolledBack("planned: unreadable", null);
                }
                return memory.findTransaction(transactionId);
            }
        };
        var wallet = wallet(failing, LONG_WAIT);
        var outcome = CallerThreads.debit(wallet, "anna", "a");
        var stored = CallerThreads.debit(other, "anna", "a");
        assertThat(stored).isInstanceOf(Outcome.Applied.class);
        assertThat(outcome.status()).isEqualTo(failedLookups > 1 ? 500 : 200);
        if (failedLookups < 2) {
            assertThat(outcome).isEqualTo(stored);
        }
        assertThat(memory.findTransaction("a").orElseThrow().accountVersion()).isEqualTo(1);
    }

    private TransactionalWallet wallet(GroupCommitOptions settings) {
        return wallet(store, settings);
    }

    private TransactionalWallet wallet(WalletStore on, GroupCommitOptions settings) {
        return TransactionalWallet.builder(on, new InMemoryPlayers(memory))
                .clock(WalletFixture.CLOCK)
                .groupCommit(settings)
                .listener(listener)
                .build();
    }

    private static Credit creditOf(String bet) {
        return new Credit("win-" + bet, bet, "round-" + bet, "anna", null, CallerThreads.amount(1), null, null);
    }
}
