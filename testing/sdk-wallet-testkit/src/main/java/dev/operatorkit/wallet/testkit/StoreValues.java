package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wire.Debit;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the values that a column must store unchanged (D-36, D-20, D-50). */
abstract class StoreValues extends StoreTestSupport {
    private final AtomicInteger players = new AtomicInteger();

    StoreValues(WalletStoreContract contract) {
        super(contract);
    }

    /** The difference is at the end, where a store that trims would lose it. Each id is looked up in a unit and outside. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("similarTexts")
    void ids_that_differ_only_slightly_are_distinct(String difference, String one, String other) {
        var players = List.of(openExactly(id("player") + one, 1_000), openExactly(id("player") + other, 1_000));
        var ids = List.of(id("x") + one, id("x") + other);
        for (var player : players) {
            assertThat(account(player).version()).as(player).isZero();
        }
        for (var i = 0; i < 2; i++) {
            assertThat(store().findTransaction(ids.get(i))).isEmpty();
            commit(store(), players.get(0), debitOf(account(players.get(0)), ids.get(i), ids.get(i), 1 + i));
        }
        for (var i = 0; i < 2; i++) {
            assertThat(store().findTransaction(ids.get(i))
                            .orElseThrow()
                            .amount()
                            .minorUnits())
                    .isEqualTo(1 + i);
            var win = id("win") + ids.get(i);
            var key = new Round.Key(players.get(0), ids.get(i));
            var before = read(store(), players.get(0), Set.of(ids.get(i)), Set.of(key));
            assertThat(before.transactions()).containsOnlyKeys(ids.get(i));
            assertThat(before.settlements()).isEmpty();
            assertThat(before.rounds()).containsExactly(Map.entry(key, new Round(key, ids.get(i), Round.State.BET)));

            commit(store(), players.get(0), creditOf(account(players.get(0)), win, ids.get(i), ids.get(i), 5));
            var after = read(store(), players.get(0), Set.of(ids.get(i)), Set.of(key));
            assertThat(after.settlements()).containsOnlyKeys(ids.get(i));
            assertThat(the(after.rounds(), key).state()).isEqualTo(Round.State.SETTLED);
        }
        assertThat(account(players.get(1)).version()).isZero();
    }

    /** A database that converts the id to a number or a UUID, or ignores case, would find the account (D-36). */
    @Test
    void an_account_is_not_found_under_another_spelling_of_its_id() {
        var player = open("player", 100);
        var spellings = Stream.of(
                        player.toUpperCase(Locale.ROOT),
                        player.toLowerCase(Locale.ROOT),
                        player + " ",
                        " " + player,
                        "0" + player,
                        "+" + player,
                        "{" + player + "}",
                        player.replace("-", ""),
                        player + ".0",
                        player + "x")
                .filter(spelling -> !spelling.equals(player))
                .distinct();
        assertThat(spellings)
                .allSatisfy(spelling -> assertThat(read(spelling).accounts()).isEmpty());
        assertThat(read(player).accounts()).containsOnlyKeys(player);
    }

    @Test
    void ids_of_255_characters_are_stored_completely() {
        var length = 255 - id("").length();
        assertKept("x".repeat(length) + id(""));
        assertKept("\ud83c\udfb0".repeat(length) + id(""));
    }

    @Test
    void injection_attempts_are_stored_as_data() {
        for (var text : List.of(
                "'; drop table x; --",
                "\\",
                "\"",
                "%",
                "_",
                "{}",
                "$1",
                "?",
                "${jndi:x}",
                "<b>",
                "\u202e",
                "NULL",
                "a,b")) {
            assertKept(id(text));
        }
    }

    @Test
    void the_largest_balance_is_stored_exactly() {
        var largest = capacity().maxBalance();
        var player = open("player", largest);
        commit(store(), player, debitOf(account(player), id("one"), "round", 1));
        assertThat(cents(player)).isEqualTo(largest.minorUnits() - 1);
        var one = store().findTransaction(id("one")).orElseThrow();
        assertThat(one.balanceAfter().minorUnits()).isEqualTo(largest.minorUnits() - 1);
        commit(store(), player, debitOf(account(player), id("rest"), "next", largest.minorUnits() - 1));
        assertThat(cents(player)).isZero();
        var rest = store().findTransaction(id("rest")).orElseThrow();
        assertThat(rest.amount().minorUnits()).isEqualTo(largest.minorUnits() - 1);
    }

    @Test
    void amounts_of_every_currency_are_stored_exactly() {
        for (var currency : capacity().currencies()) {
            var cents = Math.min(100_000_001, capacity().maxBalance(currency).minorUnits());
            var player = open("player-" + currency, new Money(cents, currency));
            assertThat(account(player).balance()).isEqualTo(new Money(cents, currency));
            commit(store(), player, debitOf(account(player), id("tx-" + currency), "round", 1));
            assertThat(store().findTransaction(id("tx-" + currency))
                            .orElseThrow()
                            .amount())
                    .isEqualTo(new Money(1, currency));
            assertThat(account(player).balance()).isEqualTo(new Money(cents - 1, currency));
        }
    }

    /** A column of local time loses the hour that a change of the clocks repeats, and some types end in 2038. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-29T01:30:00.001Z", // The hour that Europe skips, and the one that it repeats
                "2026-10-25T00:30:00.002Z",
                "2026-10-25T01:30:00.003Z",
                "2026-03-08T02:30:00.004Z", // New York
                "2026-11-01T05:30:00.005Z",
                "2026-11-01T06:30:00.006Z",
                "2026-12-31T23:59:59.999Z",
                "2038-01-19T03:14:08.999Z"
            })
    void times_are_stored_to_the_millisecond(Instant time) {
        var player = open("player", 100);
        done(wallet(store(), Clock.fixed(time, ZoneOffset.UTC))
                .debit(bet(player, id("tx")), CallbackContext.ofBody(new byte[] {1})));
        assertThat(account(player).updatedAt()).isEqualTo(time);
        assertThat(store().findTransaction(id("tx")).orElseThrow().createdAt()).isEqualTo(time);
    }

    @Test
    void an_amount_of_zero_is_stored_as_an_entry() {
        var player = open("player", 0);
        commit(store(), player, debitOf(account(player), id("tx"), "round", 0));
        assertThat(account(player).version()).isEqualTo(1);
        assertThat(store().findTransaction(id("tx")).orElseThrow().amount().minorUnits())
                .isZero();
    }

    @Test
    void a_transaction_may_have_no_reason() {
        var wallet = wallet();
        var player = open("player", 100);
        done(wallet.debit(bet(player, id("tx")), CallbackContext.ofBody(new byte[] {1, 2, 3})));
        assertThat(store().findTransaction(id("tx")).orElseThrow().reason()).isNull();
    }

    @Test
    void a_balance_above_the_declared_maximum_is_refused_as_a_whole() {
        var player = open("player", capacity().maxBalance());
        done(debit(wallet(), player, id("bet"), "round", 10));
        var before = account(player);

        // The wallet refuses what exceeds 64 bits (D-20), and does not know a smaller maximum of the columns.
        assertThat(credit(wallet(), player, id("win"), id("bet"), "round", 11))
                .isInstanceOf(capacity().hasMaxBalance() ? Outcome.RetryLater.class : Outcome.Refused.class);

        assertThat(account(player)).isEqualTo(before);
        assertThat(store().findTransaction(id("win"))).isEmpty();
        done(credit(wallet(), player, id("win"), id("bet"), "round", 10));
    }

    /** No movement may be refused for its reason: a longer one than the column holds is cut (D-18). */
    @Test
    void a_reason_is_stored_unchanged_or_cut_to_the_declared_length() {
        var wallet = wallet();
        var player = open("player", 100);
        var longest = capacity().maxReasonLength();
        for (var reason : List.of(
                "", " ", "a\r\nb\tc", "\u0001\u001f\u007f", "\uffff", "r".repeat(1_024), "\ud83c\udfb0".repeat(512))) {
            var tx = id("tx-" + reason.hashCode());
            done(wallet.debit(
                    new Debit(tx, tx, player, null, null, amount(1), reason, null),
                    CallbackContext.ofBody(new byte[] {1})));

            var stored = Objects.requireNonNullElse(
                    store().findTransaction(tx).orElseThrow().reason(), "");
            assertThat(reason).startsWith(stored);
            // A declared length may count the 4 bytes of each character.
            assertThat(stored.length()).isGreaterThanOrEqualTo(Math.min(reason.length(), longest / 4));
            if (longest == 1_024) {
                assertThat(stored).isEqualTo(reason);
            }
        }
    }

    @Test
    void an_account_id_of_another_form_is_an_unknown_player() {
        var player = open("player", 1_000);

        for (var other :
                List.of(id("unknown"), "'", "0", "-1", "1e3", "99999999999999999999", newAccountId("unused"))) {
            try (var unit = store().begin()) {
                var request = new ReadRequest(
                        Set.of(player, other), Set.of(id("stray")), Set.of(new Round.Key(other, "round")));
                if (store().partition(player) == store().partition(other)) {
                    assertThat(unit.lockAndRead(request).accounts()).as(other).containsOnlyKeys(player);
                }
            }
            assertThat(debit(wallet(), other, id("stray"), "round", 300))
                    .as(other)
                    .isInstanceOf(Outcome.Refused.class);
        }
        assertThat(account(player).version()).isZero();
        assertThat(store().findTransaction(id("stray"))).isEmpty();
    }

    private Debit bet(String player, String id) {
        return new Debit(id, "round", player, null, null, amount(1), null, null);
    }

    private void assertKept(String id) {
        var player = openExactly(id, 1_000);
        commit(store(), player, debitOf(account(player), id, id, 1));
        commit(store(), player, creditOf(account(player), id("win-" + players.incrementAndGet()), id, id, 1));
        var found = store().findTransaction(id).orElseThrow();
        assertThat(found.transactionId()).isEqualTo(id);
        assertThat(found.gameRoundId()).isEqualTo(id);
        assertThat(found.accountId()).isEqualTo(player);
        var key = new Round.Key(player, id);
        var facts = read(store(), player, Set.of(id), Set.of(key));
        assertThat(facts.accounts()).containsOnlyKeys(player);
        assertThat(facts.transactions()).containsOnlyKeys(id);
        assertThat(facts.settlements()).containsOnlyKeys(id);
        assertThat(facts.rounds()).containsExactly(Map.entry(key, new Round(key, id, Round.State.SETTLED)));
    }
}
