package dev.operatorkit.simulator.round;

import static dev.operatorkit.simulator.round.CallbackEngineFixture.eur;
import static dev.operatorkit.simulator.round.CallbackEngineFixture.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoundsTest {
    @AutoClose
    private final CallbackEngineFixture fixture = new CallbackEngineFixture();

    private long change() {
        return fixture.wallet.balance("player-1") - FakeWallet.OPENING_BALANCE;
    }

    @Test
    void d_36_d_58_a_round_stores_the_longest_token_account_and_currency_code_unchanged() {
        var letter = "\uD83C\uDFB0";
        var account = letter.repeat(255);
        fixture.wallet.balance(account, 1000);
        var session = new PlayerSession(
                "op", account, letter.repeat(255), letter.repeat(2048), CurrencyCode.ofUnlisted("ABCDEFGHIJ"));
        var round = fixture.rounds().spin(session, new Money(1, session.currency()), SpinOutcome.OPEN);
        assertThat(fixture.current(round).bet().token()).isEqualTo(session.token());
        assertThat(fixture.current(round).bet().playerId()).isEqualTo(account);
        assertThat(fixture.current(round).bet().stake().currency()).isEqualTo(session.currency());
    }

    @Test
    void a_win_sends_one_debit_and_one_credit() {
        var round = fixture.spin(new SpinOutcome.Win(eur(250)));
        assertThat(round.state()).isEqualTo(RoundState.SETTLED);
        assertThat(round.balance()).isEqualTo(eur(FakeWallet.OPENING_BALANCE + 150));
        assertThat(change()).isEqualTo(150);
        assertThat(fixture.wallet.movements()).hasSize(2);
    }

    @Test
    void a_failure_after_the_debit_is_rolled_back() {
        assertThat(fixture.spin(SpinOutcome.FAILURE).state()).isEqualTo(RoundState.REVERTED);
        assertThat(change()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 409, 422})
    void after_a_refused_debit_no_rollback_is_sent(int status) {
        fixture.wallet.before = FakeWallet.on("/debit", FakeResponse.status(status));
        var round = fixture.spin(SpinOutcome.LOSS);
        assertThat(round.state()).isEqualTo(RoundState.REFUSED);
        assertThat(round.detail()).startsWith(status + " ");
        assertThat(fixture.received()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 404, 400, 302, 200, 201, 204})
    void p2_a_debit_with_any_other_status_or_a_malformed_200_is_rolled_back(int status) {
        fixture.wallet.after = FakeWallet.on("/debit", FakeResponse.status(status));
        var round = fixture.spin(SpinOutcome.LOSS);
        assertThat(round.state()).isEqualTo(RoundState.REVERTED);
        assertThat(change()).isZero();
    }

    @Test
    void p1_a_debit_without_a_response_is_rolled_back_whether_it_was_applied_or_not() {
        fixture.wallet.after = FakeWallet.on("/debit", FakeResponse.none());
        assertThat(fixture.spin(SpinOutcome.LOSS).state()).isEqualTo(RoundState.REVERTED);
        fixture.wallet.after = request -> null;
        fixture.wallet.before = FakeWallet.on("/debit", FakeResponse.none());
        assertThat(fixture.spin(SpinOutcome.LOSS).state()).isEqualTo(RoundState.REVERTED);
        assertThat(change()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            nullValues = "none",
            value = {
                "Content-Type: text/plain; \"o\"; Content-Type",
                "X-Nothing: 1; \"o\"; Content-Type",
                "Content-Type: application/json, text/plain; \"o\"; Content-Type",
                "Content-Type: application/json|Content-Encoding: gzip; \"o\"; Content-Encoding",
                "Content-Type: application/json; 5; operatorTransactionId"
            })
    void d_61_a_200_in_the_wrong_format_is_recorded_as_a_violation_and_the_round_settles(
            String headers, String id, String violation) {
        var body = "{\"operatorTransactionId\":" + id + ",\"balance\":{\"amount\":999,\"currency\":\"EUR\","
                + "\"updatedAt\":\"2026-01-01T00:00:00.000Z\"}}";
        var answer = "HTTP/1.1 200 OK\r\n" + headers.replace("|", "\r\n") + "\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
        fixture.wallet.after = FakeWallet.on("/debit", out -> out.write(answer.getBytes(StandardCharsets.UTF_8)));
        var round = fixture.spin(SpinOutcome.LOSS);
        assertThat(round.state()).isEqualTo(RoundState.SETTLED);
        assertThat(fixture.store().history(round.id()).get(0).verdict())
                .startsWith("contract violation: ")
                .contains(violation)
                .doesNotContain("200 done");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 409, 422})
    void a_refusal_of_a_resent_debit_is_in_doubt_and_the_debit_is_rolled_back(int status) {
        fixture.rounds().enter("op", "a-game", "token-1");
        var debits = new AtomicInteger();
        // The first one is applied and its answer lost with the kept connection; the wallet refuses the second.
        fixture.wallet.after = request -> {
            if (!request.path().endsWith("/debit")) {
                return null;
            }
            return debits.incrementAndGet() == 1 ? FakeResponse.none() : FakeResponse.status(status);
        };
        var round = fixture.spin(SpinOutcome.LOSS);
        assertThat(debits).hasValue(2);
        assertThat(round.state()).isEqualTo(RoundState.REVERTED); // D-29, D-31
        assertThat(fixture.store().history(round.id()).get(0).verdict()).contains("in doubt");
        assertThat(change()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"DUPLICATE", "DUPLICATE_LATER"})
    void a_refused_debit_that_a_fault_duplicated_is_rolled_back(FaultKind fault) {
        fixture.wallet.before = FakeWallet.on("/debit", FakeResponse.status(409));
        fixture.faults().switchOn(fault, "op", CallbackKind.DEBIT, null, 1, Duration.ZERO);
        assertThat(fixture.spin(SpinOutcome.LOSS).state()).isEqualTo(RoundState.REVERTED);
    }

    @Test
    void an_open_round_can_be_settled_later_and_only_once() {
        var round = fixture.spin(SpinOutcome.OPEN);
        assertThat(round.state()).isEqualTo(RoundState.BET);
        assertThat(fixture.rounds().decide(round.id(), SpinOutcome.LOSS).state())
                .isEqualTo(RoundState.SETTLED);
        assertThatIllegalArgumentException().isThrownBy(() -> fixture.rounds().decide(round.id(), SpinOutcome.FAILURE));
    }

    @Test
    void an_abandoned_round_is_rolled_back() {
        var round = fixture.spin(SpinOutcome.OPEN);
        fixture.forwardUntil(round, RoundState.REVERTED, Duration.ofMinutes(61));
        assertThat(change()).isZero();
    }

    @Test
    void the_pay_table_has_its_stated_return_and_is_repeatable_by_seed() {
        var stake = eur(100);
        var seed = 42L;
        var random = new Random(seed);
        var spins = 2_000_000;
        var paid = 0L;
        for (var i = 0; i < spins; i++) {
            paid += PayTable.DEFAULT.win(stake, random).minorUnits();
        }
        assertThat(paid / (100.0 * spins)).as("seed %s", seed).isBetween(0.95, 0.97);
        assertThat(PayTable.DEFAULT.win(stake, new Random(5))).isEqualTo(PayTable.DEFAULT.win(stake, new Random(5)));
        assertThat(new PayTable(0).win(stake, random)).isEqualTo(eur(0));
    }
}
