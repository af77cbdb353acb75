package dev.operatorkit.conformance;

import static dev.operatorkit.conformance.MeddledWallet.UNIT;
import static dev.operatorkit.conformance.MeddledWallet.cases;
import static dev.operatorkit.conformance.MeddledWallet.failure;
import static dev.operatorkit.conformance.MeddledWallet.hints;
import static dev.operatorkit.conformance.MeddledWallet.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Checks that one fault of the money is one cause in the report, also where other cases meet it, and two faults are two. */
class JoinedCausesTest {
    @Test
    void a_debit_that_takes_double_is_one_cause_also_in_races_and_for_ids() {
        var result = run(
                (wallet, request) -> {
                    if (request.isNew("debit")) {
                        wallet.add(request.account(), request.amount().negate());
                    }
                    return 0;
                },
                "debit-subtracts-the-stake",
                "replayed-debit-in-another-form",
                "same-debit-at-once",
                "different-debits-at-once",
                "rounds-that-look-alike");
        assertThat(hints(result)).hasSizeGreaterThan(3).allMatch(each -> each.startsWith("WAL-4: "));
        assertThat(result.causes()).hasSize(1);
    }

    @Test
    void a_bonus_on_every_fifth_payout_is_one_cause_also_in_a_race() {
        var payouts = new AtomicInteger();
        var result = run(
                WalletVariants.usual(),
                1,
                (wallet, request) -> {
                    var counts = request.isNew("credit") && request.amount().signum() > 0;
                    if (counts && payouts.incrementAndGet() % 5 == 1) {
                        wallet.add(request.account(), request.amount());
                    }
                    return 0;
                },
                cases(
                        "payout-smaller-than-the-stake",
                        "payout-of-one-unit",
                        "payout-many-times-the-stake",
                        "credit-with-another-reason",
                        "credits-that-look-alike",
                        "payout-around-2-to-32",
                        "debits-and-credits-at-once"));
        assertThat(hints(result)).hasSizeGreaterThan(3).allMatch(each -> each.startsWith("RND-2: "));
        assertThat(result.causes()).hasSize(1);
    }

    /** A fee of one unit on a usual stake explains no race in which five units are missing. */
    @Test
    void two_faults_of_debits_with_other_amounts_are_two_causes() {
        var small = new AtomicInteger();
        var result = run(
                (wallet, request) -> {
                    if (request.isNew("debit") && request.amount().compareTo(new BigDecimal("0.13")) == 0) {
                        wallet.add(request.account(), UNIT.negate());
                    }
                    var isOfRace = request.isNew("debit") && request.amount().compareTo(UNIT) == 0;
                    if (isOfRace && small.incrementAndGet() % 16 == 8) {
                        wallet.add(request.account(), new BigDecimal("-0.05"));
                    }
                    return 0;
                },
                "debit-subtracts-the-stake",
                "different-debits-at-once");
        assertThat(failure(result, "debit-subtracts-the-stake").rule()).isEqualTo("WAL-4");
        assertThat(failure(result, "different-debits-at-once").rule()).isEqualTo("IDM-3");
        assertThat(result.causes()).hasSize(2);
    }

    /** Of a thousand movements, some add up to almost anything: a lost unit is no lost payout of one unit. */
    @Test
    void one_wrong_payout_does_not_explain_what_random_rounds_miss() {
        var debits = new AtomicInteger();
        var result = run(
                WalletVariants.usual(),
                1,
                (wallet, request) -> {
                    var isWrong = request.isNew("credit") && request.amount().compareTo(UNIT) == 0;
                    if (isWrong && debits.get() < 40) {
                        wallet.add(request.account(), UNIT.negate());
                    }
                    if (request.isNew("debit") && debits.incrementAndGet() == 60) {
                        wallet.add(request.account(), UNIT.negate());
                    }
                    return 0;
                },
                cases("payout-of-one-unit", "random-rounds"));
        assertThat(failure(result, "payout-of-one-unit").rule()).isEqualTo("RND-2");
        assertThat(failure(result, "random-rounds").hint()).doesNotContain("As in");
    }

    @Test
    void one_fault_of_repeats_is_one_cause_whatever_is_repeated() {
        var result = run(
                Defect.SCOPES_IDS_BY_KIND,
                "credit-with-the-debits-id",
                "rollback-with-the-debits-id",
                "debit-with-a-credits-id");
        assertThat(result.failed()).hasSize(3);
        assertThat(result.causes()).hasSize(1);
    }

    @Test
    void a_debit_that_is_not_stored_is_one_cause_with_what_follows_from_it() {
        var result = run(Defect.LOSES_DEBITS, "whole-amounts-written-differently", "debit-subtracts-the-stake");
        assertThat(result.failed()).hasSize(2);
        assertThat(result.causes()).hasSize(1);
    }

    /** A wallet that takes a unit at some reads has one fault, whatever was moved before such a read. */
    @Test
    void wal_2_reads_that_take_money_are_one_cause() {
        var result = run(
                Defect.CHARGES_FOR_PLAYER_CALLS,
                "payout-of-one-unit",
                "payout-many-times-the-stake",
                "debits-follow-one-another",
                "replayed-debit-after-its-credit",
                "many-small-stakes",
                "rollback-after-other-bets");
        assertThat(hints(result)).isNotEmpty().allMatch(each -> each.startsWith("WAL-2: "));
        assertThat(result.causes()).hasSize(1);
    }

    @Test
    void wal_16_fractions_of_a_minor_unit_are_one_cause() {
        var result = run(
                Defect.CALCULATES_IN_FLOAT,
                "debits-follow-one-another",
                "rounds-that-look-alike",
                "payout-of-one-unit");
        assertThat(hints(result))
                .hasSizeGreaterThan(1)
                .allMatch(each -> each.startsWith("WAL-16: ") && each.contains("Move whole minor units"));
        assertThat(result.causes()).hasSize(1);
    }
}
