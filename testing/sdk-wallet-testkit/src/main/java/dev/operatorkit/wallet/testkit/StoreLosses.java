package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/**
 * Tests what happens beyond the declared {@link StoreCapacity}: it is refused as a whole, and nothing is rounded, cut or
 * confused. The name of each test says what is lost; without a declaration there are none.
 */
abstract class StoreLosses extends StoreTestSupport {
    StoreLosses(WalletStoreContract contract) {
        super(contract);
    }

    @TestFactory
    Stream<DynamicTest> whatever_exceeds_the_declared_capacity_is_refused() {
        var tests = new ArrayList<DynamicTest>();
        if (capacity().hasCurrencies()) {
            tests.add(test(capacity().currencyLoss(), this::checkCurrencies));
        }
        if (capacity().hasMaxBalance()) {
            tests.add(test(capacity().balanceLoss(), this::checkBalances));
        }
        if (capacity().hasMaxIdLength()) {
            tests.add(test(capacity().idLoss(), this::checkIds));
        }
        if (capacity().hasMaxReasonLength()) {
            tests.add(test(capacity().reasonLoss(), this::checkReasons));
        }
        if (capacity().hasAccountIds()) {
            tests.add(test(capacity().accountLoss(), this::checkAccounts));
        }
        return tests.stream();
    }

    private DynamicTest test(String loss, Executable check) {
        // Maven's reports number these tests instead of naming them.
        System.out.println(storeName() + " " + loss);
        return DynamicTest.dynamicTest(loss, check);
    }

    private void checkCurrencies() {
        var player = open("player", 1_000);
        var foreign = WireAmount.of(new Money(100, otherCurrency()));
        assertThat(wallet().debit(
                                new Debit(id("foreign"), "round", player, null, null, foreign, "bet", null),
                                new byte[0]))
                .isInstanceOf(Outcome.Refused.class);
        assertUntouched(player, id("foreign"));
    }

    private void checkBalances() {
        var player = open("player", capacity().maxBalance());
        var before = account(player);
        var changes = creditOf(before, id("win"), id("bet"), "round", 1);
        var failure = catchThrowableOfType(RolledBack.class, () -> commit(store(), player, changes));
        assertThat(failure)
                .as("the failure of a unit that raises a balance above the largest")
                .isNotNull();
        assertThat(failure.isRetryable()).as("is retryable").isFalse();
        assertThat(account(player)).isEqualTo(before);
        assertThat(store().findTransaction(id("win"))).isEmpty();
    }

    private void checkIds() {
        for (var id : longIds()) {
            checkDebit(id, id("round"));
            checkDebit(id("tx-" + id.length()), id);
            checkRollback(id("undo-" + id.length()), id);
            checkRollback(id, id("bet-" + id.length()));
        }
    }

    /** Returns ids that are too long for the column if it counts characters, or if it counts UTF-16 units or bytes. */
    private List<String> longIds() {
        var start = id("");
        var ids = new ArrayList<String>();
        if (capacity().maxIdLength() < 255) {
            ids.add(start + "x".repeat(capacity().maxIdLength() + 1 - start.length()));
        }
        ids.add(start + "\ud83c\udfb0".repeat(255 - start.length()));
        return ids;
    }

    private void checkDebit(String id, String round) {
        var player = open("player-" + id.length() + "-" + round.length(), 1_000);
        var outcome = debit(wallet(), player, id, round, 300);
        if (outcome instanceof Outcome.Applied) {
            var stored = applied(id);
            assertThat(stored.transactionId()).isEqualTo(id);
            assertThat(stored.gameRoundId()).isEqualTo(round);
        } else {
            assertThat(outcome)
                    .as("the outcome of a debit with an id that is too long")
                    .isInstanceOf(Outcome.Refused.class);
            assertUntouched(player, id);
            var key = new Round.Key(player, cut(round));
            assertThat(read(store(), player, Set.of(), Set.of(key)).rounds()).isEmpty();
        }
        if (!cut(id).equals(id)) {
            assertThat(store().findTransaction(cut(id)))
                    .as("a transaction under the beginning of a longer id")
                    .isEmpty();
        }
    }

    private void checkRollback(String id, String debit) {
        var player = open("undo-" + id.length() + "-" + debit.length(), 1_000);
        var outcome = rollback(wallet(), player, id, debit, id("round"));
        if (outcome instanceof Outcome.Applied) {
            var stored = applied(id);
            assertThat(stored.referenceTransactionId()).isEqualTo(debit);
        } else {
            assertThat(outcome).isInstanceOf(Outcome.RetryLater.class);
            assertUntouched(player, id);
        }
        if (!cut(debit).equals(debit)) {
            assertThat(read(player, cut(debit)).settlements())
                    .as("a rollback of the beginning of a longer id")
                    .isEmpty();
        }
    }

    private StoredTransaction applied(String id) {
        var stored = store().findTransaction(id);
        assertThat(stored).as("the applied transaction " + id).isPresent();
        return stored.orElseThrow();
    }

    /** Returns what a column that cuts silently would keep of an id. */
    private String cut(String id) {
        var length = Math.min(id.length(), capacity().maxIdLength());
        return id.substring(0, Character.isHighSurrogate(id.charAt(length - 1)) ? length - 1 : length);
    }

    private void checkReasons() {
        var player = open("player", 1_000);
        var reason = "r".repeat(1_024);
        var debit = new Debit(id("reasoned"), "round", player, null, null, amount(300), reason, null);
        assertThat(wallet().debit(debit, new byte[0])).isInstanceOf(Outcome.Applied.class);
        var stored = applied(id("reasoned")).reason();
        assertThat(reason).as("the reason as sent").startsWith(stored == null ? "" : stored);
        assertThat(cents(player)).isEqualTo(700);
    }

    private void checkAccounts() {
        var player = open("player", 1_000);
        for (var other : List.of(
                id("nobody"),
                "'",
                "0",
                "-1",
                "1e3",
                "99999999999999999999",
                capacity().newAccountId(""))) {
            try (var unit = store().begin()) {
                var request = new ReadRequest(
                        Set.of(player, other), Set.of(id("stray")), Set.of(new Round.Key(other, "round")));
                assertThat(unit.lockAndRead(request).accounts()).as(other).containsOnlyKeys(player);
            }
            assertThat(debit(wallet(), other, id("stray"), "round", 300))
                    .as(other)
                    .isInstanceOf(Outcome.Refused.class);
        }
        assertUntouched(player, id("stray"));
    }

    private void assertUntouched(String player, String transaction) {
        assertThat(account(player).version()).isZero();
        assertThat(cents(player)).isEqualTo(1_000);
        assertThat(store().findTransaction(transaction)).isEmpty();
    }
}
