package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.cases.Plans;
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
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            outsider.ledger = wallet.ledger();
            wallet.fail(outsider);
            return SuiteRuns.run(
                    wallet, 2, SuiteRuns.cases(each -> Arrays.asList(ids).contains(each.id())));
        }
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
                        + " player callback then reports 9999.96 EUR.");
        assertThat(failure.actual()).isEqualTo("the player callback reports 9999.96 EUR");
        assertThat(result.causes()).hasSize(1);
    }

    /** A wallet whose response shows a wrong balance, while the money is right, is still told what to return (WAL-13). */
    @Test
    void a_wrong_balance_in_a_response_keeps_its_hint() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.ANSWERS_BALANCE_BEFORE_ROLLBACK)) {
            var result =
                    SuiteRuns.run(wallet, 2, SuiteRuns.cases(each -> each.id().equals("rollback-after-other-bets")));
            assertShown(result, "rollback-after-other-bets", "RND-3", Check.RETURN_THE_BALANCE_AFTER);
        }
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
                "debits-follow-one-another",
                "zero-stake",
                "credit-is-stored",
                "many-small-stakes",
                "lookup-with-spaces",
                "lookup-with-dots",
                "lookup-with-a-plus");
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

    @Test
    void money_that_moves_without_a_call_is_said_to_move_so() {
        var at = WrongMovements.first(List.of());
        assertThat(at).isEmpty();
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
                Plans.full().cases().stream()
                        .map(Case::id)
                        .filter(id -> id.startsWith("player"))
                        .toArray(String[]::new));
        assertThat(result.causes()).isNotEmpty();
    }
}
