package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.round.CallbackEngineFixture;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.ExchangeVerdict;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Verifies that a repeat with another result than the first one is a contract violation wherever it is shown (IDM-1, IDM-2). */
class RepeatsTest extends SimulatorTest {
    private void switchOn(FaultKind kind, CallbackKind callback, @Nullable Duration time) {
        engine().faults().switchOn(kind, null, callback, null, 1, time);
    }

    private GameRound spin() {
        return spin(110, new SpinOutcome.Win(CallbackEngineFixture.eur(30)));
    }

    private List<Entry> exchanges(GameRound round, CallbackKind kind) {
        return engine().transcript().search(Filter.ofRound(round.id()), 0, 100).stream()
                .filter(entry -> entry.kind().equals(kind.name()))
                .toList();
    }

    private Entry repeatOf(GameRound round, CallbackKind kind) {
        await().until(() -> exchanges(round, kind).size() == 2);
        return exchanges(round, kind).getFirst();
    }

    private Entry resend(Entry entry) throws Exception {
        var response = post("/transcript/" + entry.id() + "/again", "mode=FRESH_SIGNATURE");
        assertThat(response.statusCode()).isEqualTo(303);
        return newest(simulator);
    }

    @ParameterizedTest
    @CsvSource({"DUPLICATE, DEBIT", "DUPLICATE, CREDIT", "DUPLICATE_LATER, DEBIT", "DUPLICATE_LATER, CREDIT"})
    void idm_1_a_duplicate_that_moves_the_money_twice_is_a_violation_with_both_results(
            FaultKind fault, CallbackKind kind) throws Exception {
        wallet.appliesRepeats = true;
        switchOn(fault, kind, Duration.ofMillis(1));
        var round = spin();
        assertThat(round.state()).isEqualTo(RoundState.SETTLED);
        repeatOf(round, kind);
        // The two cross each other: the one that was answered later is the repeat.
        assertThat(exchanges(round, kind))
                .extracting(Entry::judgement)
                .containsExactlyInAnyOrder(ExchangeVerdict.VIOLATION, ExchangeVerdict.GOOD);
        var repeat = exchanges(round, kind).stream()
                .filter(exchange -> exchange.judgement() == ExchangeVerdict.VIOLATION)
                .findFirst()
                .orElseThrow();
        assertThat(repeat.status()).isEqualTo(200);
        assertThat(repeat.verdict())
                .matches("contract violation: a replay must get the first result \\(IDM-2\\), but got"
                        + " operatorTransactionId 'op-\\d' instead of 'op-\\d' and balance [0-9.]+ EUR instead of"
                        + " [0-9.]+ EUR: the wallet probably moved the money twice \\(IDM-1\\); balance .*");
        assertThat(get("/transcript/" + repeat.id()).body())
                .contains("note bad\"><strong>200</strong> contract violation: a replay must");
    }

    @Test
    void idm_1_a_retry_after_a_dropped_response_is_compared_with_it_and_the_round_is_flagged() throws Exception {
        wallet.appliesRepeats = true;
        switchOn(FaultKind.DROP_RESPONSE, CallbackKind.CREDIT, null);
        var round = spin();
        engine().deliveries().tryNow(round.id());
        assertThat(repeatOf(round, CallbackKind.CREDIT).verdict())
                .contains("balance 99999.50 EUR instead of 99999.20 EUR: the wallet probably moved the money twice");
        assertThat(engine().store().find(round.id()).orElseThrow().state()).isEqualTo(RoundState.SETTLED);
        assertThat(get("/rounds").body()).contains("badge bad\">contract violation</span>");
    }

    @Test
    void idm_1_a_resend_that_moves_the_money_again_is_a_violation_and_so_is_the_next_one() throws Exception {
        var debit = exchanges(spin(), CallbackKind.DEBIT).getFirst();
        assertThat(resend(debit).judgement()).isEqualTo(ExchangeVerdict.GOOD);
        wallet.appliesRepeats = true;
        assertThat(resend(debit).verdict()).contains("balance 99998.10 EUR instead of 99998.90 EUR");
        assertThat(resend(debit).verdict()).contains("balance 99997.00 EUR instead of 99998.90 EUR");
    }

    @Test
    void d_49_a_repeat_with_another_balance_or_another_id_is_named_by_what_differs() throws Exception {
        var debit = exchanges(spin(), CallbackKind.DEBIT).getFirst();
        respond("op-1", "99998.90", "2026-02-02T00:00:00.000Z");
        assertThat(resend(debit).judgement()).as("another time").isEqualTo(ExchangeVerdict.GOOD);
        respond("op-1", "99999.20", "2026-01-01T00:00:00.000Z");
        assertThat(resend(debit).verdict())
                .contains(
                        "but got balance 99999.20 EUR instead of 99998.90 EUR: the wallet returned its current balance")
                .doesNotContain("operatorTransactionId '");
        respond("op-2", "99998.900", "2026-01-01T00:00:00.000Z");
        assertThat(resend(debit).verdict())
                .contains("but got operatorTransactionId 'op-2' instead of 'op-1': the wallet probably applied");
    }

    private void respond(String id, String balance, String time) {
        wallet.after = request -> out -> out.write(RawServer.json(
                200,
                "{\"operatorTransactionId\":\"" + id + "\",\"balance\":{\"amount\":" + balance
                        + ",\"currency\":\"EUR\",\"updatedAt\":\"" + time + "\"}}"));
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"DUPLICATE", "DUPLICATE_LATER", "DROP_RESPONSE", "DROP_AFTER_SEND", "CORRUPT_SIGNATURE"})
    void idm_2_a_correct_wallet_and_one_without_a_first_result_break_nothing(FaultKind fault) {
        switchOn(fault, CallbackKind.CREDIT, Duration.ofMillis(1));
        var round = spin();
        if (round.state() != RoundState.SETTLED) {
            engine().deliveries().tryNow(round.id());
        }
        repeatOf(round, CallbackKind.CREDIT);
        assertThat(exchanges(round, CallbackKind.CREDIT))
                .noneMatch(entry -> entry.judgement() == ExchangeVerdict.VIOLATION)
                .anyMatch(entry -> entry.judgement() == ExchangeVerdict.GOOD);
    }

    @Test
    void a_wallet_at_another_address_does_not_know_what_the_first_one_returned() throws Exception {
        var debit = exchanges(spin(), CallbackKind.DEBIT).getFirst();
        try (var other = new FakeWallet()) {
            other.balance("player-1", 500_00);
            simulator.operators().change("demo", operator -> operator.withWallet(WalletAddress.parse(other.url())));
            var resent = resend(debit);
            assertThat(resent.verdict()).contains("balance 498.90 EUR");
            assertThat(resent.judgement()).isEqualTo(ExchangeVerdict.GOOD);
        }
    }
}
