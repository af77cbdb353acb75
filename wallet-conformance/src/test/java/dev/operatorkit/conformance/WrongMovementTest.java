package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** Checks that a failure names what the sums of its case show: the right movement, its rule, and how much it moved. */
class WrongMovementTest {
    private static final BigDecimal UNIT = new BigDecimal("0.01");

    /** Holds a wallet that an outsider changes: its ledger is right until {@link #answer} meddles with it. */
    private abstract static class Outsider implements ToIntFunction<String> {
        final Set<String> known = new HashSet<>();

        @SuppressWarnings("NullAway.Init") // set before the first request
        WalletRules ledger;

        @Override
        public synchronized int applyAsInt(String request) {
            var space = request.indexOf(' ');
            var path = request.substring(0, space);
            var body = RequestBody.parse(RequestBody.utf8(request.substring(space + 1)));
            var kind = path.substring(path.lastIndexOf('/') + 1);
            if (body == null) {
                return answer(path.contains("/transactions/") ? "lookup" : kind, RequestNode.NONE, "", "acc-1", false);
            }
            var id = body.path("transactionId").asText();
            var status = answer(kind, body, id, body.path("playerId").asText("acc-1"), !known.contains(id));
            known.add(id);
            return status;
        }

        abstract int answer(String kind, JsonNode body, String id, String account, boolean isNew);

        void add(String account, BigDecimal amount) {
            var found = ledger.books().accounts.get(account);
            if (found != null) {
                found.balance = found.balance.add(amount);
            }
        }

        BigDecimal balance(String account) {
            return Objects.requireNonNull(ledger.books().accounts.get(account)).balance;
        }

        static BigDecimal stake(JsonNode body) {
            return body.path("stake").path("amount").decimalValue();
        }
    }

    /** Holds the body of a request without one. */
    private static final class RequestNode {
        static final JsonNode NONE = com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }

    private static SuiteResult run(Outsider outsider, String... ids) {
        return run(outsider, 2, SuiteRuns.cases(each -> Arrays.asList(ids).contains(each.id())));
    }

    private static SuiteResult run(Outsider outsider, int players, List<Case> cases) {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            outsider.ledger = wallet.ledger();
            wallet.fail(outsider);
            return SuiteRuns.run(wallet, players, cases);
        }
    }

    private static SuiteResult run(Defect defect, String... ids) {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), defect)) {
            return SuiteRuns.run(
                    wallet, 2, SuiteRuns.cases(each -> Arrays.asList(ids).contains(each.id())));
        }
    }

    private static List<Case> probe(Script script) {
        return List.of(Case.of("probe", "A case of this test", "WAL-4", script));
    }

    private static Failure failure(SuiteResult result, String id) {
        return result.failed().stream()
                .filter(each -> each.testCase().id().equals(id))
                .map(each -> Objects.requireNonNull(each.failure()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(id + " did not fail: " + result.results()));
    }

    private static void assertShown(SuiteResult result, String id, String rule, String hint) {
        var failure = failure(result, id);
        assertThat(failure.rule() + ": " + failure.hint()).isEqualTo(rule + ": " + hint);
    }

    @Test
    void a_rollback_that_returns_less_says_how_much() {
        var result = run(
                new Outsider() {
                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        if (kind.equals("rollback") && isNew) {
                            add(account, UNIT.negate());
                        }
                        return 0;
                    }
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
        var result = run(
                new Outsider() {
                    private BigDecimal unpaid = BigDecimal.ZERO;

                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        add(account, unpaid.negate());
                        unpaid = kind.equals("credit") && isNew
                                ? body.path("payout").path("amount").decimalValue()
                                : BigDecimal.ZERO;
                        return 0;
                    }
                },
                "credit-adds-the-payout",
                "payout-smaller-than-the-stake");
        var failure = failure(result, "credit-adds-the-payout");
        assertThat(failure.rule()).isEqualTo("RND-2");
        assertThat(failure.hint())
                .isEqualTo("A credit of 0.17 EUR was answered with the right balance, but the balance did not move: the"
                        + " player callback then reports 9999.96 EUR. Add exactly the payout.");
        assertThat(failure.actual()).isEqualTo("the player callback reports 9999.96 EUR");
        assertThat(result.causes()).hasSize(1);
    }

    /** A wallet whose response shows a wrong balance, while the money is right, is still told what to return (WAL-13). */
    @Test
    void a_wrong_balance_in_a_response_keeps_its_hint() {
        var result = run(Defect.ANSWERS_BALANCE_BEFORE_ROLLBACK, "rollback-after-other-bets");
        assertShown(result, "rollback-after-other-bets", "RND-3", Check.RETURN_THE_BALANCE_AFTER);
    }

    @Test
    void a_debit_that_is_refused_and_takes_money_is_not_a_fault_of_its_settlement() {
        var result = run(
                new Outsider() {
                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        if (kind.equals("debit") && isNew && stake(body).compareTo(balance(account)) > 0) {
                            add(account, UNIT.negate());
                        }
                        return 0;
                    }
                },
                "debit-of-everything",
                "debit-far-over-the-balance",
                "credit-of-a-refused-debit",
                "rollback-of-a-refused-debit");
        assertThat(result.failed()).hasSize(4).allSatisfy(each -> {
            assertThat(Objects.requireNonNull(each.failure()).rule()).isEqualTo("ERR-2");
            assertThat(each.failure().hint()).contains("refused with 409, but 0.01 EUR was taken.");
        });
        assertThat(failure(result, "rollback-of-a-refused-debit").chain())
                .hasValueSatisfying(chain -> assertThat(chain.describe()).doesNotContain("no debit of this case"));
        assertThat(result.causes()).hasSize(1);
    }

    @Test
    void a_debit_that_is_stored_and_refused_with_401_has_one_cause() {
        var result = run(
                new Outsider() {
                    private final AtomicInteger debits = new AtomicInteger();

                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        if (!kind.equals("debit") || !isNew || debits.incrementAndGet() % 3 != 0) {
                            return 0;
                        }
                        ledger.move("debit", body, body.toString());
                        return 401;
                    }
                },
                1,
                SuiteRuns.cases(each -> Set.of(
                                "debits-follow-one-another",
                                "zero-stake",
                                "credit-is-stored",
                                "many-small-stakes",
                                "lookup-with-spaces",
                                "lookup-with-dots",
                                "lookup-with-a-plus")
                        .contains(each.id())));
        assertThat(result.failed()).hasSizeGreaterThan(2);
        assertThat(result.causes()).hasSize(1);
        assertThat(result.causes().getFirst().rule()).isEqualTo("ERR-2");
    }

    @Test
    void a_lookup_that_takes_money_leads() {
        var result = run(
                new Outsider() {
                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        if (kind.equals("lookup")) {
                            add("acc-1", UNIT.negate());
                        }
                        return 0;
                    }
                },
                "zero-payout",
                "lookup-moves-nothing");
        assertThat(result.causes()).hasSize(1);
        var cause = result.causes().getFirst();
        assertThat(cause.failed().getFirst().testCase().id()).isEqualTo("lookup-moves-nothing");
        assertThat(cause.rule()).isEqualTo("WAL-12");
        assertThat(cause.failure().hint()).isEqualTo("3 lookups got 200, but 0.03 EUR was taken. A lookup only reads.");
        assertThat(failure(result, "zero-payout").hint()).startsWith("As in lookup-moves-nothing: ");
    }

    @Test
    void what_the_sums_do_not_show_is_not_claimed() {
        var result = run(
                new Outsider() {
                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        if (kind.equals("lookup")) {
                            add("acc-1", UNIT.negate());
                        }
                        return 0;
                    }
                },
                "zero-payout");
        assertThat(failure(result, "zero-payout").hint())
                .isEqualTo("The balance is 0.01 EUR too low after these calls, and the sums do not show which one moved"
                        + " it: lookup (200), rollback (422).");
    }

    @Test
    void a_debit_that_got_500_and_is_taken_again_when_it_is_repeated_breaks_idm_1() {
        var result = run(
                new Outsider() {
                    private final AtomicInteger debits = new AtomicInteger();
                    private final Set<String> failed = new HashSet<>();

                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        if (kind.equals("debit")
                                && isNew
                                && stake(body).signum() > 0
                                && debits.incrementAndGet() % 2 == 1) {
                            failed.add(id);
                            ledger.move("debit", body, body.toString());
                            return 500;
                        }
                        if (kind.equals("debit") && failed.contains(id)) {
                            add(account, stake(body).negate());
                        }
                        return 0;
                    }
                },
                "rollback-returns-the-stake",
                "lookup-with-a-plus",
                "lookup-with-dots",
                "replay-written-otherwise");
        assertThat(result.failed()).hasSizeGreaterThan(1);
        assertThat(result.causes()).hasSize(1);
        assertThat(result.causes().getFirst().rule()).isEqualTo("IDM-1");
        assertThat(result.causes().getFirst().failure().hint()).contains("got 500 and was sent again, but");
    }

    @Test
    void a_debit_that_takes_double_is_one_cause_also_in_races_and_for_ids() {
        var result = run(
                new Outsider() {
                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        if (kind.equals("debit")
                                && isNew
                                && body.path("stake").path("amount").isNumber()) {
                            add(account, stake(body).negate());
                        }
                        return 0;
                    }
                },
                "debit-subtracts-the-stake",
                "replayed-debit-in-another-form",
                "same-debit-at-once",
                "different-debits-at-once",
                "rounds-that-look-alike");
        assertThat(result.failed()).hasSizeGreaterThan(3);
        assertThat(result.failed())
                .allSatisfy(each -> assertThat(
                                Objects.requireNonNull(each.failure()).rule())
                        .isEqualTo("WAL-4"));
        assertThat(result.causes()).hasSize(1);
    }

    /** A response may be right although the movement was not stored, so that the next movement seems to be wrong. */
    @Test
    void a_debit_that_is_not_stored_is_not_blamed_on_the_credit_after_it() {
        var result = run(Defect.LOSES_DEBITS, "whole-amounts-written-differently");
        assertThat(failure(result, "whole-amounts-written-differently").hint()).doesNotContain("2.00 EUR was paid");
        assertThat(run(Defect.LOSES_DEBITS, "whole-amounts-written-differently", "debit-subtracts-the-stake")
                        .causes())
                .hasSize(1);
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
    void wal_16_fractions_of_a_minor_unit_are_one_cause() {
        var result = run(
                Defect.CALCULATES_IN_FLOAT,
                "debits-follow-one-another",
                "rounds-that-look-alike",
                "payout-of-one-unit");
        assertThat(result.failed()).hasSizeGreaterThan(1).allSatisfy(each -> {
            assertThat(Objects.requireNonNull(each.failure()).rule()).isEqualTo("WAL-16");
            assertThat(each.failure().hint()).contains("Move whole minor units");
        });
        assertThat(result.causes()).hasSize(1);
    }

    /** Of two debits that got 500, the wallet applied one: after the looks alone, nobody can say which. */
    @Test
    void which_of_two_debits_with_500_was_applied_is_not_claimed() {
        var result = run(
                new Outsider() {
                    private final AtomicInteger debits = new AtomicInteger();

                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        if (!kind.equals("debit") || !isNew) {
                            return 0;
                        }
                        if (debits.incrementAndGet() == 1) {
                            ledger.move("debit", body, body.toString());
                        }
                        return 500;
                    }
                },
                1,
                probe(t -> {
                    var before = t.balance();
                    var applied = t.debit(2);
                    var other = t.debit(3);
                    t.sendOnce(applied, t.request(applied));
                    t.sendOnce(other, t.request(other));
                    t.requireMoved(before, t.units(-2), "WAL-4", "");
                    t.sendOnce(other, t.request(other));
                    t.requireMoved(before, t.units(-2), "WAL-4", "The hint of the case.");
                }));
        assertShown(result, "probe", "WAL-4", "The hint of the case.");
    }

    /** A debit that was refused and is sent again is judged again (D-27): it is no replay. */
    @Test
    void d_27_a_refused_debit_that_is_sent_again_is_no_replay() {
        var result = run(
                new Outsider() {
                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        if (!kind.equals("debit")) {
                            return 0;
                        }
                        if (isNew) {
                            add(account, stake(body).negate());
                        }
                        return isNew ? 422 : 0;
                    }
                },
                1,
                probe(t -> {
                    var before = t.balance();
                    var debit = t.debit(3);
                    t.sendOnce(debit, t.request(debit));
                    t.sendOnce(debit, t.request(debit));
                    t.requireMoved(before, t.units(-3), "WAL-4", "The hint of the case.");
                }));
        assertShown(result, "probe", "WAL-4", "The hint of the case.");
    }

    @Test
    void money_that_moves_without_a_call_is_said_to_move_so() {
        var result = run(
                new Outsider() {
                    @Override
                    int answer(String kind, JsonNode body, String id, String account, boolean isNew) {
                        if (kind.equals("player")) {
                            add("acc-1", UNIT.negate());
                        }
                        return 0;
                    }
                },
                1,
                probe(t -> {
                    var before = t.balance();
                    t.send(t.playerCall(t.player()));
                    t.requireUnmoved(before, "WAL-2", "The hint of the case.");
                }));
        assertShown(
                result,
                "probe",
                "WAL-2",
                "Between two looks at the balance no movement was sent for this player, but 0.02 EUR was taken. A read"
                        + " moves nothing, and nobody else may use the test players.");
    }
}
