package dev.operatorkit.conformance;

import static dev.operatorkit.conformance.MeddledWallet.UNIT;
import static dev.operatorkit.conformance.MeddledWallet.cases;
import static dev.operatorkit.conformance.MeddledWallet.failure;
import static dev.operatorkit.conformance.MeddledWallet.hints;
import static dev.operatorkit.conformance.MeddledWallet.probe;
import static dev.operatorkit.conformance.MeddledWallet.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a failure names what the sums of its case show: the right movement, its rule, and how much it moved. */
class WrongMovementTest {
    private static final String OWN = "The hint of the case.";

    private static void assertShown(SuiteResult result, String id, String rule, String hint) {
        var failure = failure(result, id);
        assertThat(failure.rule() + ": " + failure.hint()).isEqualTo(rule + ": " + hint);
    }

    @Test
    void a_rollback_that_returns_less_says_how_much() {
        var result = run(
                (wallet, request) -> {
                    if (request.isNew("rollback")) {
                        wallet.add(request.account(), UNIT.negate());
                    }
                    return 0;
                },
                "rollback-returns-the-stake",
                "credit-with-another-round");
        assertShown(
                result,
                "rollback-returns-the-stake",
                "RND-3",
                "A rollback of a stake of 0.11 EUR got 200, but 0.10 EUR was returned. Return exactly the stake.");
        assertShown(
                result,
                "credit-with-another-round",
                "RND-3",
                "A rollback of a stake of 0.03 EUR got 200, but 0.02 EUR was returned. Return exactly the stake.");
        assertThat(result.causes()).hasSize(1);
    }

    @Test
    void a_credit_that_is_answered_and_not_paid_says_so() {
        var unpaid = new AtomicReference<>(BigDecimal.ZERO);
        var result = run(
                (wallet, request) -> {
                    var amount = request.isNew("credit") ? request.amount() : BigDecimal.ZERO;
                    wallet.add(request.account(), unpaid.getAndSet(amount).negate());
                    return 0;
                },
                "credit-adds-the-payout",
                "payout-smaller-than-the-stake");
        assertShown(
                result,
                "credit-adds-the-payout",
                "RND-2",
                "A credit of 0.17 EUR was answered with the right balance, but the balance did not move: the player"
                        + " callback then reports 9999.96 EUR. Add exactly the payout.");
        assertThat(failure(result, "credit-adds-the-payout").actual())
                .isEqualTo("the player callback reports 9999.96 EUR");
        assertThat(result.causes()).hasSize(1);
    }

    /** A wallet whose response shows a wrong balance, while the money is right, is still told what to return (WAL-13). */
    @Test
    void a_wrong_balance_in_a_response_keeps_its_hint() {
        var result = run(Defect.ANSWERS_BALANCE_BEFORE_ROLLBACK, "rollback-after-other-bets");
        assertShown(result, "rollback-after-other-bets", "RND-3", Check.RETURN_THE_BALANCE_AFTER);
    }

    /** A response may be right although the movement was not stored, so that the next movement seems to be wrong. */
    @Test
    void a_debit_that_is_not_stored_is_not_blamed_on_the_credit_after_it() {
        var result = run(Defect.LOSES_DEBITS, "whole-amounts-written-differently");
        assertThat(failure(result, "whole-amounts-written-differently").hint()).doesNotContain("2.00 EUR was paid");
    }

    @Test
    void a_debit_that_is_refused_and_takes_money_is_not_a_fault_of_its_settlement() {
        var result = run(
                (wallet, request) -> {
                    if (request.isNew("debit") && request.amount().compareTo(wallet.balance(request.account())) > 0) {
                        wallet.add(request.account(), UNIT.negate());
                    }
                    return 0;
                },
                "debit-of-everything",
                "debit-far-over-the-balance",
                "credit-of-a-refused-debit",
                "rollback-of-a-refused-debit");
        assertThat(hints(result))
                .hasSize(4)
                .allMatch(each ->
                        each.startsWith("ERR-2: ") && each.contains("refused with 409, but 0.01 EUR was taken."));
        assertThat(failure(result, "rollback-of-a-refused-debit").chain())
                .hasValueSatisfying(chain -> assertThat(chain.describe()).doesNotContain("no debit of this case"));
        assertThat(result.causes()).hasSize(1);
    }

    /** A debit that was refused and is sent again is judged again (D-27): it is no replay. */
    @Test
    void d_27_a_refused_debit_that_is_sent_again_is_no_replay() {
        var result = probe(
                (wallet, request) -> {
                    if (request.isNew("debit")) {
                        wallet.add(request.account(), request.amount().negate());
                        return 422;
                    }
                    return 0;
                },
                t -> {
                    var before = t.balance();
                    var debit = t.debit(3);
                    t.sendOnce(debit, t.request(debit));
                    t.sendOnce(debit, t.request(debit));
                    t.requireMoved(before, t.units(-3), "WAL-4", OWN);
                });
        assertShown(result, "probe", "WAL-4", OWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"debit", "credit", "rollback"})
    void err_2_a_movement_that_is_stored_and_refused_with_401_has_one_cause(String kind) {
        var count = new AtomicInteger();
        var result = run(
                WalletVariants.usual(),
                1,
                (wallet, request) -> {
                    if (!request.isNew(kind) || count.incrementAndGet() % 3 != 0) {
                        return 0;
                    }
                    wallet.apply(request);
                    return 401;
                },
                cases(
                        "debits-follow-one-another",
                        "zero-stake",
                        "credit-adds-the-payout",
                        "credit-is-stored",
                        "payout-of-one-unit",
                        "payout-smaller-than-the-stake",
                        "payout-many-times-the-stake",
                        "many-small-stakes",
                        "rollback-returns-the-stake",
                        "rollback-is-stored",
                        "rollback-after-other-bets",
                        "debit-of-everything",
                        "lookup-with-spaces",
                        "lookup-with-dots",
                        "lookup-with-a-plus"));
        assertThat(hints(result)).isNotEmpty().allMatch(each -> each.startsWith("ERR-2: "));
        assertThat(result.causes()).hasSize(1);
    }

    /** A wallet that wants a session for settlements breaks WAL-8, whatever status says so. */
    @Test
    void wal_8_credits_that_are_all_refused_with_401_keep_the_rule_of_their_case() {
        var result = run((wallet, request) -> request.kind().equals("credit") ? 401 : 0, "credit-adds-the-payout");
        assertThat(failure(result, "credit-adds-the-payout").rule()).isEqualTo("RND-2");
    }

    @Test
    void a_lookup_that_takes_money_leads() {
        var result = run(MeddledWallet::chargeForLookups, "zero-payout", "lookup-moves-nothing");
        assertThat(result.causes()).hasSize(1);
        var cause = result.causes().getFirst();
        assertThat(cause.failed().getFirst().testCase().id()).isEqualTo("lookup-moves-nothing");
        assertThat(cause.rule()).isEqualTo("WAL-12");
        assertThat(cause.failure().hint()).isEqualTo("3 lookups got 200, but 0.03 EUR was taken. A lookup only reads.");
        assertThat(failure(result, "zero-payout").hint()).startsWith("As in lookup-moves-nothing: ");
    }

    @Test
    void what_the_sums_do_not_show_is_not_claimed() {
        var result = run(MeddledWallet::chargeForLookups, "zero-payout");
        assertThat(failure(result, "zero-payout").hint())
                .isEqualTo("The balance is 0.01 EUR too low after these calls, and the sums do not show which one moved"
                        + " it: lookup (200), rollback (422).");
    }

    @Test
    void a_debit_that_got_500_and_is_taken_again_when_it_is_repeated_breaks_idm_1() {
        var failed = new HashSet<String>();
        var result = run(
                (wallet, request) -> {
                    if (request.isNew("debit") && request.amount().signum() > 0) {
                        failed.add(request.id());
                        wallet.apply(request);
                        return 500;
                    }
                    if (request.kind().equals("debit") && failed.contains(request.id())) {
                        wallet.add(request.account(), request.amount().negate());
                    }
                    return 0;
                },
                "rollback-returns-the-stake",
                "lookup-with-a-plus",
                "lookup-with-dots",
                "replay-written-otherwise");
        var got500 = "A debit of 0.02 EUR got 500 and was sent again, but 0.04 EUR was taken in all. Return the stored"
                + " result and move nothing.";
        assertShown(result, "lookup-with-a-plus", "IDM-1", got500);
        assertShown(result, "lookup-with-dots", "IDM-1", got500);
        assertShown(result, "rollback-returns-the-stake", "IDM-1", "As in lookup-with-a-plus: " + got500);
        // This case looks at the balance when its debit has got 500 and 200 already, and then sends it a third time.
        assertShown(
                result,
                "replay-written-otherwise",
                "IDM-1",
                "A debit of 0.03 EUR was sent again, but 0.03 EUR was taken. Return the stored result and move"
                        + " nothing.");
        assertThat(result.causes()).hasSize(1);
    }

    /** Of two debits that got 500, the wallet applied one: after the looks alone, nobody can say which. */
    @Test
    void which_of_two_debits_with_500_was_applied_is_not_claimed() {
        var debits = new AtomicInteger();
        var result = probe(
                (wallet, request) -> {
                    if (!request.isNew("debit")) {
                        return 0;
                    }
                    if (debits.incrementAndGet() == 1) {
                        wallet.apply(request);
                    }
                    return 500;
                },
                t -> {
                    var before = t.balance();
                    var applied = t.debit(2);
                    var other = t.debit(3);
                    t.sendOnce(applied, t.request(applied));
                    t.sendOnce(other, t.request(other));
                    t.requireMoved(before, t.units(-2), "WAL-4", "");
                    t.sendOnce(other, t.request(other));
                    t.requireMoved(before, t.units(-2), "WAL-4", OWN);
                });
        assertShown(result, "probe", "WAL-4", OWN);
    }

    @Test
    void wal_2_a_balance_that_moves_by_itself_is_no_fault_of_a_movement() {
        var result = probe(
                (wallet, request) -> {
                    if (request.kind().equals("player")) {
                        wallet.add("acc-1", UNIT.negate());
                    }
                    return 0;
                },
                t -> {
                    var before = t.balance();
                    t.bet(2);
                    t.requireMoved(before, t.units(-2), "WAL-4", OWN);
                });
        assertShown(
                result,
                "probe",
                "WAL-2",
                "Two looks at the balance with no movement between them showed 9999.95 EUR and 9999.94 EUR. "
                        + MovementFault.IDLE.advice());
    }

    /** A credit that is paid a moment after its response is late, and nobody else uses the player. */
    @Test
    void a_payout_that_comes_late_is_said_to_be_late() {
        var unpaid = new AtomicReference<>(BigDecimal.ZERO);
        var looks = new AtomicInteger();
        var result = probe(
                (wallet, request) -> {
                    if (request.isNew("credit")) {
                        unpaid.set(request.amount());
                        looks.set(0);
                    } else if (request.kind().equals("player") && looks.incrementAndGet() == 1) {
                        wallet.add("acc-1", unpaid.get().negate());
                    } else if (request.kind().equals("player") && looks.get() == 3) {
                        wallet.add("acc-1", unpaid.get());
                    }
                    return 0;
                },
                t -> {
                    var bet = t.bet(2);
                    var before = t.balance();
                    t.settle(t.credit(bet, t.units(5)));
                    t.requireMoved(before, t.units(5), "RND-2", OWN);
                });
        assertThat(hints(result))
                .singleElement()
                .satisfies(hint -> assertThat(hint)
                        .startsWith("RND-2: A credit of 0.05 EUR was answered with the right balance")
                        .endsWith("showed the right balance: apply a movement before its response."));
    }

    /** A dropped third decimal is a wrong debit whichever case stakes it, in a currency that has three. */
    @Test
    void wal_4_a_dropped_third_decimal_of_a_dinar_is_named() {
        var result = run(
                WalletVariants.of("/wallet", "KWD", 3, 1_000_000),
                2,
                (wallet, request) -> {
                    if (request.isNew("debit")) {
                        wallet.add(request.account(), request.amount().remainder(new BigDecimal("0.010")));
                    }
                    return 0;
                },
                cases("debit-subtracts-the-stake", "debits-follow-one-another", "rounds-that-look-alike"));
        assertThat(hints(result))
                .contains("WAL-4: A debit of 0.013 KWD got 200, but 0.010 KWD was taken. Subtract exactly the stake.");
        assertThat(result.causes()).hasSizeLessThanOrEqualTo(2);
    }
}
