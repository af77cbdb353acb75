package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.AccountEntry;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.PostingOutcome.Reason;
import dev.operatorkit.wallet.Postings;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests postings together with movements. */
abstract class StorePostings extends StoreTestSupport {
    private static final long OPENING = 10_000;
    private static final int CALLERS = 8;
    private static final int MOVEMENTS = 20;
    private static final int ATTEMPTS = 20;
    /** Holds how long a call must wait for a lock that is not released meanwhile: a correct store takes much longer. */
    private static final long WAIT_MILLIS = 300;

    private final PostingStoreContract contract;

    StorePostings(PostingStoreContract contract) {
        super(contract);
        this.contract = contract;
    }

    @Test
    void postings_and_movements_form_one_chain() {
        var player = open("player", OPENING);
        var deposit = applied(post(change(player, "deposit", 500)));
        bet(player, "bet", 300);
        var withdrawal = applied(post(change(player, "withdrawal", -10_200)));

        assertThat(deposit).isEqualTo(entry(change(player, "deposit", 500), OPENING, 1));
        assertThat(transaction("bet").accountVersion()).isEqualTo(2);
        assertThat(transaction("bet").balanceAfter()).isEqualTo(money(10_200));
        assertThat(withdrawal).isEqualTo(entry(change(player, "withdrawal", -10_200), 10_200, 3));
        assertThat(account(player)).isEqualTo(withdrawal.account());
    }

    @Test
    void a_repeated_reference_is_applied_once_and_answered_with_its_entry() {
        var player = open("player", OPENING);
        var first = applied(post(change(player, "payment", 500)));
        bet(player, "bet", 300);

        assertThat(post(change(player, "payment", 500))).isEqualTo(new PostingOutcome.Replayed(first));
        assertRefused(post(change(player, "payment", 600)), Reason.REFERENCE_TAKEN);
        assertRefused(post(change(open("other", OPENING), "payment", 500)), Reason.REFERENCE_TAKEN);
        assertThat(account(player).balance()).isEqualTo(money(10_200));
    }

    @Test
    void references_are_kept_apart_from_transaction_ids() {
        var player = open("player", OPENING);
        bet(player, "payment", 300);
        applied(post(change(player, "payment", 1)));

        assertThat(account(player).balance()).isEqualTo(money(OPENING - 300 + 1));
        applied(post(change(player, "deposit", 2)));
        assertThat(store().findTransaction(id("deposit"))).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("similarTexts")
    void references_that_differ_only_slightly_are_distinct(String difference, String one, String other) {
        var player = open("player", OPENING);
        var first = applied(post(posting(player, id("payment") + one, 1)));
        var second = applied(post(posting(player, id("payment") + other, -2)));

        assertThat(post(first.posting())).isEqualTo(new PostingOutcome.Replayed(first));
        assertThat(post(second.posting())).isEqualTo(new PostingOutcome.Replayed(second));
        assertThat(account(player).balance()).isEqualTo(money(OPENING - 1));
    }

    @Test
    void a_reference_of_255_characters_is_stored_completely() {
        var player = open("player", OPENING);
        var posting = posting(player, "\ud83c\udfb0".repeat(255 - id("").length()) + id(""), 1);
        var entry = applied(post(posting));

        assertThat(post(posting)).isEqualTo(new PostingOutcome.Replayed(entry));
    }

    @Test
    void a_refusal_writes_nothing_and_leaves_the_transaction_usable() {
        var player = open("player", OPENING);
        var unknown = newAccountId("unknown");
        var foreign = new Posting(player, id("foreign"), new Money(1, capacity().otherCurrency()));
        var outcomes = contract.runInTransaction(store -> {
            var postings = new Postings(store, CLOCK);
            return List.of(
                    postings.post(change(unknown, "unknown", 1)),
                    postings.post(foreign),
                    postings.post(change(player, "withdrawal", -OPENING - 1)),
                    postings.post(change(player, "withdrawal", -OPENING)));
        });

        assertRefused(outcomes.get(0), Reason.UNKNOWN_ACCOUNT);
        assertRefused(outcomes.get(1), Reason.WRONG_CURRENCY);
        assertRefused(outcomes.get(2), Reason.INSUFFICIENT_FUNDS);
        assertThat(applied(outcomes.get(3)).account()).isEqualTo(account(player));
        assertThat(account(player).version()).isEqualTo(1);
    }

    @Test
    void postings_in_one_transaction_follow_each_other() {
        var player = open("player", OPENING);
        var entries = contract.runInTransaction(store -> {
            var postings = new Postings(store, CLOCK);
            return List.of(
                    applied(postings.post(change(player, "first", 500))),
                    applied(postings.post(change(player, "second", -10_500))));
        });

        assertThat(entries)
                .containsExactly(
                        entry(change(player, "first", 500), OPENING, 1),
                        entry(change(player, "second", -10_500), 10_500, 2));
        assertThat(account(player)).isEqualTo(entries.get(1).account());
    }

    @Test
    void a_transaction_that_fails_leaves_nothing_and_may_be_repeated() {
        var player = open("player", OPENING);
        var deposit = change(player, "payment", 500);
        assertThatThrownBy(() -> contract.runInTransaction(store -> {
                    applied(new Postings(store, CLOCK).post(deposit));
                    throw new IllegalStateException("the payment was not confirmed");
                }))
                .isInstanceOf(RuntimeException.class);

        assertThat(account(player).balance()).isEqualTo(money(OPENING));
        assertThat(account(player).version()).isZero();
        assertThat(applied(post(deposit))).isEqualTo(entry(deposit, OPENING, 1));
    }

    @Test
    void the_largest_balance_fits_and_a_larger_one_is_refused_as_a_whole() {
        var player = open("player", 0);
        var largest =
                applied(post(change(player, "largest", capacity().maxBalance().minorUnits())));
        assertThat(find("largest")).contains(largest);

        try {
            assertRefused(post(change(player, "more", 1)), Reason.BALANCE_TOO_LARGE);
        } catch (RuntimeException e) {
            assertThat(capacity().hasMaxBalance())
                    .as("only tables with a declared largest balance may reject it: " + e)
                    .isTrue();
        }
        assertThat(account(player)).isEqualTo(largest.account());
        assertThat(find("more")).isEmpty();
    }

    @Test
    void a_movement_waits_for_a_transaction_that_has_locked_the_account() throws Exception {
        var player = open("player", OPENING);
        var bet = contract.runInTransaction(store -> {
            store.lockAccount(player);
            var waiting = CompletableFuture.runAsync(() -> bet(player, "bet", 300));
            assertWaits(waiting);
            applied(new Postings(store, CLOCK).post(change(player, "deposit", 500)));
            return waiting;
        });
        bet.get();

        assertThat(transaction("bet").accountVersion()).isEqualTo(2);
        assertThat(account(player).balance()).isEqualTo(money(10_200));
    }

    @Test
    void a_posting_waits_for_a_movement_that_has_locked_the_account() throws Exception {
        var player = open("player", OPENING);
        CompletableFuture<PostingOutcome> deposit;
        try (var unit = store().begin()) {
            unit.lockAndRead(new ReadRequest(Set.of(player), Set.of(), Set.of()));
            deposit = CompletableFuture.supplyAsync(() -> postOrRepeat(change(player, "deposit", 500)));
            assertWaits(deposit);
        }

        assertThat(entry(deposit.get()).account()).isEqualTo(account(player));
    }

    /** An operator's transaction locks accounts in its order, so the database may have to end it or the unit of work. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_deadlock_of_a_unit_and_a_transaction_may_be_retried(boolean reversed) {
        var one = open("one", OPENING);
        var players = new ArrayList<>(List.of(one, openTogether(one, "two", OPENING)));
        players.sort(reversed ? Comparator.reverseOrder() : Comparator.naturalOrder());
        var unit = new CompletableFuture<Void>();
        var transaction = catchThrowable(() -> contract.runInTransaction(store -> {
            applied(new Postings(store, CLOCK).post(change(players.get(1), "deposit", 500)));
            unit.completeAsync(() -> lockBoth(players));
            assertWaits(unit);
            return applied(new Postings(store, CLOCK).post(change(players.get(0), "withdrawal", -500)));
        }));
        // A transaction that failed at its first lock has not started the unit.
        var failure = catchThrowable(unit.completeOnTimeout(null, 10, TimeUnit.SECONDS)::join);
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql
                    && String.valueOf(sql.getSQLState()).startsWith("40")) {
                assertThat(failure.getCause())
                        .isInstanceOfSatisfying(
                                RolledBack.class,
                                e -> assertThat(e.isRetryable()).isTrue());
            }
        }
        for (var player : players) {
            assertThat(account(player).version()).isEqualTo(transaction == null ? 1 : 0);
        }
    }

    private @Nullable Void lockBoth(List<String> players) {
        try (var unit = store().begin()) {
            unit.lockAndRead(new ReadRequest(Set.copyOf(players), Set.of(), Set.of()));
        }
        return null;
    }

    @Test
    void concurrent_postings_and_movements_leave_the_chain_unbroken() {
        var player = open("player", OPENING);
        var chain = new ArrayList<AccountEntry>();
        concurrently(CALLERS, thread -> moveRepeatedly(player, thread)).forEach(chain::addAll);
        chain.sort(Comparator.comparingLong(AccountEntry::accountVersion));

        var balance = money(OPENING);
        for (var i = 0; i < chain.size(); i++) {
            assertThat(chain.get(i).accountVersion()).isEqualTo(i + 1);
            assertThat(chain.get(i).balanceBefore()).isEqualTo(balance);
            balance = chain.get(i).balanceAfter();
        }
        assertThat(chain).hasSize(CALLERS * MOVEMENTS);
        assertThat(account(player).balance()).isEqualTo(balance);
        assertThat(account(player).version()).isEqualTo(chain.size());
    }

    /** Returns the entries and, in the same form, the debits. */
    private List<AccountEntry> moveRepeatedly(String player, int thread) {
        var entries = new ArrayList<AccountEntry>();
        for (var i = 0; i < MOVEMENTS; i++) {
            var name = thread + "-" + i;
            if ((thread + i) % 2 == 0) {
                entries.add(entry(postOrRepeat(change(player, name, i % 4 == 0 ? 5 : -3))));
            } else {
                bet(player, name, 2);
                var debit = transaction(name);
                var before = debit.balanceAfter().plus(debit.amount());
                entries.add(new AccountEntry(
                        change(player, name, -2),
                        before,
                        debit.balanceAfter(),
                        debit.accountVersion(),
                        debit.createdAt()));
            }
        }
        return entries;
    }

    @Test
    void one_posting_sent_many_times_concurrently_is_applied_once() {
        var player = open("player", OPENING);
        var outcomes = concurrently(CALLERS, thread -> postOrRepeat(change(player, "payment", 500)));
        var entry = entry(change(player, "payment", 500), OPENING, 1);

        assertThat(outcomes).extracting(StorePostings::entry).containsOnly(entry);
        assertThat(outcomes.stream().filter(PostingOutcome.Applied.class::isInstance))
                .hasSizeLessThanOrEqualTo(1);
        assertThat(account(player)).isEqualTo(entry.account());
    }

    /** One transaction may fail here, because no lock covers a reference, only a unique key. Repeating it shows the result. */
    @Test
    void one_reference_used_concurrently_for_two_accounts_is_applied_to_one() {
        for (var i = 0; i < MOVEMENTS; i++) {
            var reference = "payment-" + i;
            var players = List.of(open("one-" + i, OPENING), open("two-" + i, OPENING));
            concurrently(2, thread -> catchThrowable(() -> post(change(players.get(thread), reference, 500))) == null);
            var repeats = players.stream()
                    .map(player -> post(change(player, reference, 500)))
                    .toList();

            assertThat(repeats.stream().filter(StorePostings::isTaken)).hasSize(1);
            assertThat(players.stream()
                            .mapToLong(player -> account(player).balance().minorUnits())
                            .sum())
                    .isEqualTo(2 * OPENING + 500);
        }
    }

    private static boolean isTaken(PostingOutcome outcome) {
        return outcome instanceof PostingOutcome.Refused refused && refused.reason() == Reason.REFERENCE_TAKEN;
    }

    private static void assertWaits(CompletableFuture<?> call) {
        assertThatThrownBy(() -> call.get(WAIT_MILLIS, TimeUnit.MILLISECONDS))
                .as("it must wait for the lock of the account")
                .isInstanceOf(TimeoutException.class);
    }

    /** Returns the entry of a posting that was applied now or by an earlier attempt. */
    private static AccountEntry entry(PostingOutcome outcome) {
        return outcome instanceof PostingOutcome.Replayed replayed ? replayed.entry() : applied(outcome);
    }

    private static AccountEntry applied(PostingOutcome outcome) {
        if (outcome instanceof PostingOutcome.Applied applied) {
            return applied.entry();
        }
        throw new AssertionError("not applied but " + outcome);
    }

    private static void assertRefused(PostingOutcome outcome, Reason reason) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        PostingOutcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private PostingOutcome post(Posting posting) {
        return contract.runInTransaction(store -> new Postings(store, CLOCK).post(posting));
    }

    /** Repeats a transaction that fails, as a caller does: one that waits may wait longer than the database lets it. */
    private PostingOutcome postOrRepeat(Posting posting) {
        var failure = new RuntimeException("never tried");
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                return post(posting);
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private Optional<AccountEntry> find(String name) {
        return contract.runInTransaction(store -> store.findEntry(id(name)));
    }

    private Posting change(String player, String name, long cents) {
        return posting(player, id(name), cents);
    }

    private Posting posting(String player, String reference, long cents) {
        return Posting.correction(money(cents)).account(player).reference(reference);
    }

    private AccountEntry entry(Posting posting, long before, long version) {
        var after = money(before).plus(posting.change());
        return new AccountEntry(posting, money(before), after, version, NOW);
    }

    private void bet(String player, String name, long cents) {
        try (var wallet = wallet(store())) {
            var outcome = debit(wallet, player, id(name), id(name), cents);
            for (var attempt = 1; attempt < ATTEMPTS && outcome instanceof Outcome.Unknown; attempt++) {
                outcome = debit(wallet, player, id(name), id(name), cents);
            }
            done(outcome);
        }
    }

    private StoredTransaction transaction(String name) {
        return store().findTransaction(id(name)).orElseThrow();
    }

    private Money money(long cents) {
        return new Money(cents, currency());
    }
}
