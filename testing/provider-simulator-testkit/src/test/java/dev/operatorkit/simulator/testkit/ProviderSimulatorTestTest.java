package dev.operatorkit.simulator.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the extension as an operator uses it, with a wallet built on the wallet SDK. */
@ProviderSimulatorTest
class ProviderSimulatorTestTest {
    private InMemoryWallet wallet;

    @BeforeEach
    void start(ProviderSimulator provider) {
        wallet = new InMemoryWallet();
        provider.wallet(wallet.address());
    }

    @AfterEach
    void stop() {
        wallet.close();
    }

    private static PlayerInGame ann(ProviderSimulator provider) {
        return provider.open("canary-token", CurrencyCode.of("EUR"));
    }

    private static Money eur(String amount) {
        return Money.of(amount, "EUR");
    }

    @Test
    void a_spin_sends_a_debit_and_a_credit(ProviderSimulator provider) {
        var player = ann(provider);
        assertThat(player.accountId()).isEqualTo("ann");
        assertThat(player.openingBalance()).isEqualTo(eur("100.00"));
        var round = provider.expectSettled(player.spin("1.00", player.win("2.50")));
        assertThat(round.balance()).isEqualTo(eur("101.50"));
        assertThat(wallet.balance()).isEqualTo(eur("101.50"));
        assertThat(provider.exchanges(round))
                .extracting(RecordedExchange::callback)
                .containsExactly(CallbackKind.DEBIT, CallbackKind.CREDIT);
    }

    @Test
    void a_failed_settlement_is_retried_when_the_clock_is_advanced(ProviderSimulator provider) {
        wallet.failingPath = "/credit";
        wallet.failures.set(5);
        var round = provider.expectSettled(ann(provider).spin("1.00", SpinOutcome.LOSS));
        assertThat(round.attempts()).isEqualTo(6);
        assertThat(provider.clock().ahead()).isGreaterThan(Duration.ofSeconds(10));
        assertThat(wallet.balance()).isEqualTo(eur("99.00"));
    }

    @Test
    void three_days_of_failures_end_in_manual_review(ProviderSimulator provider) {
        wallet.failingPath = "/credit";
        wallet.failures.set(Integer.MAX_VALUE);
        var player = ann(provider);
        var round = player.spin("1.00", player.win("5.00"));
        assertThat(provider.end(round).state()).isEqualTo(RoundState.REVIEW);
        assertThatThrownBy(() -> provider.expectSettled(round))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the round is REVIEW, not SETTLED")
                .hasMessageContaining("DEBIT: 200 done")
                .hasMessageContaining("CREDIT: 503");
    }

    @Test
    void faults_are_applied_and_no_money_is_lost(ProviderSimulator provider) {
        var player = ann(provider);
        provider.fault(FaultKind.DROP_RESPONSE, CallbackKind.DEBIT, 1);
        provider.fault(FaultKind.DUPLICATE, CallbackKind.CREDIT, 1);
        provider.expectReverted(player.spin("1.00", player.win("2.00")));
        provider.expectSettled(player.spin("1.00", player.win("2.00")));
        assertThat(wallet.balance()).isEqualTo(eur("101.00"));
        assertThat(provider.faults().active()).isEmpty();
    }

    @Test
    void a_round_may_stay_open_fail_or_be_refused(ProviderSimulator provider) {
        var player = ann(provider);
        var open = player.spin("10.00", SpinOutcome.OPEN);
        assertThat(open.state()).isEqualTo(RoundState.BET);
        provider.expectSettled(player.decide(open, SpinOutcome.LOSS));
        provider.expectReverted(player.spin("1.00", SpinOutcome.FAILURE));
        provider.expectRefused(player.spin("1000.00"));
        assertThat(wallet.balance()).isEqualTo(eur("90.00"));
    }

    @Test
    void free_rounds_are_granted_and_played(ProviderSimulator provider) {
        var player = ann(provider);
        player.grantFreeRounds("welcome", player.money("0.50"), 1);
        var round = provider.expectSettled(player.freeRound("welcome", player.win("2.00")));
        assertThat(round.bet().stake()).isEqualTo(eur("0"));
        assertThat(wallet.balance()).isEqualTo(eur("101.50"));
        assertThatThrownBy(() -> player.freeRound("welcome", SpinOutcome.LOSS))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("All 1 rounds were played");
    }

    @Test
    void a_game_that_does_not_start_reports_the_reason(ProviderSimulator provider) {
        assertThatThrownBy(() -> provider.open("cherry-rush", "canary-token", CurrencyCode.of("USD")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the account is in EUR");
        assertThatThrownBy(() -> provider.open("cherry-rush", "canary-unknown", CurrencyCode.of("EUR")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("403");
        assertThatThrownBy(() -> provider.open("no-such-game", "canary-token", CurrencyCode.of("EUR")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no-such-game");
    }

    @Test
    void each_test_has_its_own_simulator(ProviderSimulator provider) {
        assertThat(provider.clock().ahead()).isZero();
        assertThat(provider.address().getPort()).isPositive();
    }
}
