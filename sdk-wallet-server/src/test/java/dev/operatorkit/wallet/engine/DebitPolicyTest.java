package dev.operatorkit.wallet.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.DebitPolicy;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.PolicyRefusal;
import dev.operatorkit.wallet.ProposedDebit;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletFixture;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.rules.Movement;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import dev.operatorkit.wallet.testkit.SignedCallback;
import dev.operatorkit.wire.Debit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests when the operator's policy is asked, what it sees, and what its answer or its failure leads to. */
class DebitPolicyTest {
    private enum Reason {
        EXCLUDED,
        LOSS_LIMIT
    }

    private static final PolicyRefusal EXCLUDED = new PolicyRefusal(Reason.EXCLUDED, "the player is excluded");
    private static final long LIMIT = 1_000;

    private final List<ProposedDebit> asked = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private DebitPolicy policy = DebitPolicy.ACCEPT_ALL;
    private final WalletListener listener = new WalletListener() {
        @Override
        public void onRefused(Kind kind, Refusal reason) {
            events.add(kind + " " + reason);
        }

        @Override
        public void onRefusedByPolicy(Enum<?> reason) {
            events.add("policy " + reason);
        }
    };
    private final WalletFixture fixture =
            new WalletFixture(GroupCommitOptions.defaults(), listener, this::ask).open("player", 10_000);

    private Optional<PolicyRefusal> ask(ProposedDebit debit) {
        asked.add(debit);
        return policy.check(debit);
    }

    private static SignedCallback debit(String id, String stake) {
        return SignedCallback.debit(id).round("round of " + id).player("player").stake(stake);
    }

    private static SignedCallback credit(String debit) {
        return SignedCallback.credit("credit of " + debit, debit)
                .round("round of " + debit)
                .player("player")
                .payout("3");
    }

    private static SignedCallback rollback(String debit) {
        return SignedCallback.rollback("rollback of " + debit, debit)
                .round("round of " + debit)
                .player("player");
    }

    @Test
    void a_debit_refused_by_the_policy_gets_422_with_its_message_and_writes_nothing() {
        policy = debit -> Optional.of(EXCLUDED);

        assertThat(fixture.text(debit("bet", "5"))).isEqualTo("422 {\"message\":\"the player is excluded\"}");

        assertThat(fixture.store.findTransaction("bet")).isEmpty();
        assertThat(fixture.version("player")).isZero();
        assertThat(events).containsExactly("DEBIT REFUSED_BY_POLICY", "policy EXCLUDED");
    }

    @Test
    void the_policy_sees_the_locked_account_the_stake_and_the_debit_as_received() {
        fixture.text(debit("first", "2.50"));

        fixture.text(debit("second", "1"));

        var seen = asked.get(1);
        assertThat(seen.account().balance()).isEqualTo(new Money(9_750, WalletFixture.EUR));
        assertThat(seen.account().version()).isEqualTo(1);
        assertThat(seen.stake()).isEqualTo(new Money(100, WalletFixture.EUR));
        assertThat(seen.debit().gameRoundId()).isEqualTo("round of second");
        assertThat(seen.time())
                .isEqualTo(fixture.store.findTransaction("second").orElseThrow().createdAt());
        assertThat(seen.earlier()).isEmpty();
        assertThat(seen.data(String.class)).isEmpty();
    }

    /** A stake above the balance gets 409 even if the policy would refuse it (ERR-2). */
    @Test
    void the_policy_is_asked_last_and_never_about_a_replay_or_a_settlement() {
        fixture.text(debit("won", "5"));
        fixture.text(debit("undone", "5"));
        fixture.text(rollback("late"));
        asked.clear();
        policy = debit -> Optional.of(EXCLUDED);

        assertThat(fixture.text(debit("won", "5"))).startsWith("200");
        assertThat(fixture.text(credit("won"))).startsWith("200");
        assertThat(fixture.text(rollback("undone"))).startsWith("200");
        assertThat(fixture.text(debit("late", "5"))).startsWith("422").doesNotContain("excluded");
        assertThat(fixture.text(debit("second", "5").round("round of won"))).contains("the round already has a debit");
        assertThat(fixture.text(debit("negative", "-5"))).contains("negative");
        assertThat(fixture.text(debit("precise", "1.005"))).contains("decimals");
        assertThat(fixture.text(debit("rich", "100000"))).startsWith("409");
        assertThat(fixture.text(debit("unknown", "5").player("unknown"))).contains("the player is unknown");
        assertThat(asked).isEmpty();
    }

    @Test
    void a_refused_debit_is_decided_again_and_an_accepted_one_is_not() {
        policy = debit -> Optional.of(EXCLUDED);
        assertThat(fixture.text(debit("bet", "5"))).startsWith("422");
        policy = DebitPolicy.ACCEPT_ALL;
        var accepted = fixture.text(debit("bet", "5"));
        assertThat(accepted).startsWith("200");
        policy = debit -> Optional.of(EXCLUDED);
        assertThat(fixture.text(debit("bet", "5"))).isEqualTo(accepted);
        assertThat(asked).hasSize(2);
    }

    /** Refuses what would raise the loss above the limit: what the account lost before, and in this unit of work. */
    private static Optional<PolicyRefusal> limitLosses(ProposedDebit debit) {
        var lost = debit.data(Long.class).orElseThrow();
        for (var applied : debit.earlier()) {
            var amount = applied.amount().minorUnits();
            lost += applied.kind() == Kind.DEBIT ? amount : -amount;
        }
        return lost + debit.stake().minorUnits() > LIMIT
                ? Optional.of(new PolicyRefusal(Reason.LOSS_LIMIT, "the loss limit is reached"))
                : Optional.empty();
    }

    private List<Integer> commit(WalletStore store, List<Movement> movements) {
        var batch = movements.stream()
                .map(movement -> new PendingMovement(movement, 0, System.nanoTime()))
                .toList();
        new Committer(store, this::ask, WalletFixture.CLOCK, Duration.ZERO, ThreadControl.SYSTEM)
                .commit(batch, () -> {});
        return batch.stream().map(DebitPolicyTest::status).toList();
    }

    private static int status(PendingMovement member) {
        if (member.result instanceof MovementResult.Stored) {
            return 200;
        }
        return member.result instanceof MovementResult.Refused ? 422 : 500;
    }

    private static Movement movement(String id, long cents) {
        var stake = CallerThreads.amount(cents);
        return CallerThreads.movement(new Debit(id, "round of " + id, "player", null, null, stake, "bet", null));
    }

    /** Returns the store, which has read for the policy that the player has lost so much. */
    private WalletStore afterLossOf(long cents) {
        fixture.store.setPolicyData("player", cents);
        return fixture.store;
    }

    @Test
    void only_what_a_batch_applies_counts_for_the_debits_after_it() {
        policy = DebitPolicyTest::limitLosses;
        var batch = List.of(
                movement("too-much", 1_001),
                movement("bet", 300),
                movement("bet", 300),
                movement("second", 300),
                movement("more", 401),
                movement("rest", 400),
                movement("last", 1));

        assertThat(commit(afterLossOf(0), batch)).containsExactly(422, 200, 200, 200, 422, 200, 422);
        assertThat(asked)
                .extracting(debit -> debit.debit().transactionId())
                .containsExactly("too-much", "bet", "second", "more", "rest", "last");
        assertThat(fixture.cents("player")).isEqualTo(10_000 - 1_000);
    }

    @Test
    void the_data_that_the_store_read_for_the_policy_is_given_to_it() {
        policy = DebitPolicyTest::limitLosses;
        assertThat(commit(afterLossOf(700), List.of(movement("one", 200), movement("two", 200))))
                .containsExactly(200, 422);
    }

    @SuppressWarnings("NullAway") // an operator's code may be compiled without it
    static Stream<DebitPolicy> failures() {
        Stream<Throwable> thrown = Stream.of(
                new IllegalStateException("jdbc:postgresql://user:password@host"),
                new StackOverflowError(),
                new AssertionError("wrong"),
                StoreException.retryable("planned", null),
                StoreException.outcomeUnknown("planned", null),
                new IOException("a checked exception, as Kotlin may throw it"));
        return Stream.concat(
                thrown.map(failure -> debit -> DebitPolicyTest.<RuntimeException>sneak(failure)),
                Stream.of(debit -> null));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> Optional<PolicyRefusal> sneak(Throwable failure) throws E {
        throw (E) failure;
    }

    /** Its id was looked up under the lock and nothing is written, so 422 is true (D-29). */
    @ParameterizedTest
    @MethodSource("failures")
    void a_policy_that_fails_refuses_its_debit_and_no_other(DebitPolicy failing) {
        policy = debit -> debit.debit().transactionId().equals("bad") ? failing.check(debit) : Optional.empty();
        assertThat(commit(fixture.store, List.of(movement("before", 1), movement("bad", 1), movement("after", 1))))
                .containsExactly(200, 422, 200);
        assertThat(fixture.text(debit("bad", "5")))
                .isEqualTo("422 {\"message\":\"the operator could not decide on the debit\"}");
        assertThat(events).containsExactly("DEBIT POLICY_FAILED");
        assertThat(fixture.version("player")).isEqualTo(2);
    }

    @Test
    void a_unit_that_is_run_again_asks_again_and_its_final_answer_is_reported_once() {
        fixture.faulty.inject(Step.COMMIT, Fault.COLLISION);
        policy = debit -> asked.size() == 1 ? Optional.empty() : Optional.of(EXCLUDED);
        assertThat(fixture.text(debit("bet", "5"))).startsWith("422");
        assertThat(asked).hasSize(2);
        assertThat(events).containsExactly("DEBIT REFUSED_BY_POLICY", "policy EXCLUDED");
        assertThat(fixture.version("player")).isZero();
    }

    @Test
    void a_debit_whose_commit_got_no_response_is_looked_up_without_asking_again() {
        fixture.faulty.inject(Step.COMMIT, Fault.LOST_AFTER);
        policy = debit -> asked.size() == 1 ? Optional.empty() : Optional.of(EXCLUDED);
        assertThat(fixture.text(debit("bet", "5"))).startsWith("200");
        assertThat(asked).hasSize(1);
    }

    @Test
    void the_first_of_two_policies_that_refuses_decides() {
        var loss = new PolicyRefusal(Reason.LOSS_LIMIT, "the loss limit is reached");
        policy = ((DebitPolicy) debit -> Optional.empty())
                .and(debit -> Optional.of(EXCLUDED))
                .and(debit -> Optional.of(loss));
        assertThat(fixture.text(debit("bet", "5"))).contains("excluded");
    }

    @Test
    void any_message_of_a_policy_fits_into_a_response() {
        assertThatThrownBy(() -> new PolicyRefusal(Reason.EXCLUDED, " ")).isInstanceOf(IllegalArgumentException.class);
        assertThat(new PolicyRefusal(Reason.EXCLUDED, "x".repeat(5_000)).message())
                .hasSize(1_024);
        var hostile = new PolicyRefusal(Reason.EXCLUDED, "\u0000\r\n\uD83D\"<b>");
        policy = debit -> Optional.of(hostile);
        assertThat(fixture.text(debit("bet", "5"))).isEqualTo("422 {\"message\":\"\\\\u0000\\r\\n\uFFFD\\\"<b>\"}");
    }
}
