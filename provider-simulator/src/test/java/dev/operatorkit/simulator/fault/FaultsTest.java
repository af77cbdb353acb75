package dev.operatorkit.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.raw.RawServer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.round.CallbackEngineFixture;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.FakeWallet;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FaultsTest {
    @AutoClose
    private final CallbackEngineFixture fixture = new CallbackEngineFixture();

    private Fault on(FaultKind kind, CallbackKind callback, int times, @Nullable Duration time) {
        return fixture.faults().switchOn(kind, null, callback, null, times, time);
    }

    private long received(String path) {
        return fixture.received().stream()
                .map(RawServer.Received::path)
                .filter(path::equals)
                .count();
    }

    private List<Entry> entries(GameRound round) {
        return fixture.engine.transcript().search(Filter.ofRound(round.id()), 0, 100);
    }

    @ParameterizedTest
    @CsvSource({"DROP_BEFORE_SEND", "DROP_AFTER_SEND", "DROP_RESPONSE", "CONNECTION_RESET"})
    void a_debit_without_a_response_is_rolled_back_and_the_balance_is_unchanged(FaultKind kind) {
        on(kind, CallbackKind.DEBIT, 1, null);
        var round = fixture.spin(SpinOutcome.LOSS);
        assertThat(round.state()).isEqualTo(RoundState.REVERTED);
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(fixture.wallet.balance("player-1")).isEqualTo(FakeWallet.OPENING_BALANCE));
        assertThat(entries(round))
                .last()
                .extracting(Entry::fault, Entry::status)
                .containsExactly(kind.name(), 0);
        assertThat(fixture.spin(SpinOutcome.LOSS).state()).isEqualTo(RoundState.SETTLED);
    }

    @ParameterizedTest
    @CsvSource({"CORRUPT_SIGNATURE", "STALE_TIMESTAMP", "FUTURE_TIMESTAMP", "TAMPERED_BODY"})
    void a_settlement_with_an_invalid_signature_or_timestamp_is_rejected_and_retried(FaultKind kind) {
        on(kind, CallbackKind.CREDIT, 1, null);
        var round = fixture.spin(SpinOutcome.LOSS);
        assertThat(round.state()).isEqualTo(RoundState.SETTLING);
        assertThat(entries(round)).first().extracting(Entry::status).isEqualTo(401);
        fixture.forwardUntil(round, RoundState.SETTLED, Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource({"DELAY", "SLOW_BODY"})
    void a_delayed_callback_is_still_accepted(FaultKind kind) {
        on(kind, CallbackKind.DEBIT, 1, Duration.ofMillis(150));
        var round = fixture.spin(SpinOutcome.LOSS);
        assertThat(round.state()).isEqualTo(RoundState.SETTLED);
        assertThat(entries(round)).last().extracting(Entry::fault).isEqualTo(kind.name());
    }

    @ParameterizedTest
    @CsvSource({"DUPLICATE", "DUPLICATE_LATER"})
    void a_duplicate_debit_is_applied_once(FaultKind kind) {
        on(kind, CallbackKind.DEBIT, 1, Duration.ofMillis(50));
        fixture.spin(SpinOutcome.LOSS);
        Awaitility.await().until(() -> received("/wallet/debit") == 2);
        assertThat(fixture.wallet.balance("player-1")).isEqualTo(FakeWallet.OPENING_BALANCE - 100);
    }

    @Test
    void a_reordered_debit_arrives_after_its_rollback_and_is_refused() {
        on(FaultKind.REORDER, CallbackKind.DEBIT, 1, Duration.ofSeconds(30));
        var round = fixture.spin(SpinOutcome.LOSS);
        assertThat(round.state()).isEqualTo(RoundState.REVERTED);
        Awaitility.await().until(() -> received("/wallet/debit") == 1);
        var order = fixture.received().stream().map(RawServer.Received::path).toList();
        assertThat(order).containsExactly("/wallet/rollback", "/wallet/debit");
        Awaitility.await()
                .untilAsserted(() -> assertThat(entries(round))
                        .first()
                        .extracting(Entry::status)
                        .isEqualTo(422));
        assertThat(fixture.wallet.balance("player-1")).isEqualTo(FakeWallet.OPENING_BALANCE);
    }

    @Test
    void a_fault_is_applied_the_given_number_of_times_and_only_in_its_scope() {
        var fault =
                fixture.faults().switchOn(FaultKind.DROP_BEFORE_SEND, "op", CallbackKind.DEBIT, "player-2", 2, null);
        assertThat(fixture.spin(SpinOutcome.LOSS).state()).isEqualTo(RoundState.SETTLED);
        for (var expected : List.of(RoundState.REVERTED, RoundState.REVERTED, RoundState.SETTLED)) {
            assertThat(fixture.rounds()
                            .spin(CallbackEngineFixture.session(2), CallbackEngineFixture.eur(100), SpinOutcome.LOSS)
                            .state())
                    .isEqualTo(expected);
        }
        assertThat(fixture.faults().all())
                .singleElement()
                .extracting(Fault::timesApplied)
                .isEqualTo(2L);
        assertThat(fixture.faults().active()).isEmpty();
        assertThat(fixture.faults().switchOff(fault.id())).isTrue();
    }

    @Test
    void a_fault_without_a_count_is_applied_until_it_is_switched_off() {
        var fault = on(FaultKind.DROP_BEFORE_SEND, CallbackKind.CREDIT, Fault.UNTIL_SWITCHED_OFF, null);
        var round = fixture.spin(SpinOutcome.LOSS);
        fixture.clock.forward(Duration.ofHours(1));
        Awaitility.await().until(() -> fixture.current(round).attempts() >= 2);
        fixture.faults().switchOff(fault.id());
        fixture.forwardUntil(round, RoundState.SETTLED, Duration.ofHours(1));
    }

    @ParameterizedTest
    @EnumSource(FaultKind.class)
    void a_fault_applies_either_to_the_customer_api_or_to_callbacks(FaultKind kind) {
        var faults = new ActiveFaults();
        faults.switchOn(kind, null, null, null, 1, null);
        assertThat(faults.takeForCustomerApi("op").isPresent()).isEqualTo(kind.isOfCustomerApi());
        assertThat(faults.takeForCallback("op", CallbackKind.DEBIT, "p").isPresent())
                .isEqualTo(!kind.isOfCustomerApi());
    }
}
