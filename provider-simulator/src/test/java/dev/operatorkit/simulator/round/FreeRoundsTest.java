package dev.operatorkit.simulator.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.campaign.RefusedException;
import dev.operatorkit.simulator.campaign.StoredCode;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.NewCampaign;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a free round is taken from its code, is a separate bet, and is returned when it was not played. */
class FreeRoundsTest extends SimulatorTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final PlayerSession ANN = new PlayerSession("demo", "player-1", "cherry-rush", "token-1", EUR);

    @BeforeEach
    void start() {
        var now = simulator.clock().instant();
        var terms = new NewCampaign(
                "camp", "camp", eur(50), List.of("cherry-rush"), now, now.plus(Duration.ofDays(1)), OptionalInt.of(5));
        simulator.campaigns().create("demo", terms);
        simulator.bonusCodes().create("demo", new BonusCode("camp", "player-1", EUR, "code", OptionalInt.empty()));
    }

    private static Money eur(long minor) {
        return new Money(minor, EUR);
    }

    private GameRound play(String code, SpinOutcome outcome) {
        return engine().rounds().freeSpin(ANN, simulator.bonusCodes(), code, outcome);
    }

    private GameRound play(SpinOutcome outcome) {
        return play("code", outcome);
    }

    private int left() {
        return simulator
                .bonusCodes()
                .find("demo", "code")
                .map(StoredCode::roundsLeft)
                .orElseThrow();
    }

    @Test
    void each_free_round_is_a_separate_bet_with_stake_0_and_pays_its_net_win() {
        var first = play(new SpinOutcome.Win(eur(180)));
        assertThat(left()).isEqualTo(4);
        var second = play(new SpinOutcome.Win(eur(30)));
        assertThat(left()).isEqualTo(3);
        assertThat(first.bet().stake()).isEqualTo(eur(0));
        assertThat(first.bet().transactionId()).isNotEqualTo(second.bet().transactionId());
        assertThat(first.id()).isNotEqualTo(second.id());
        assertThat(wallet.balance("player-1")).isEqualTo(FakeWallet.OPENING_BALANCE + 130);
        assertThat(wallet.server().received)
                .hasSize(4)
                .allSatisfy(
                        request -> assertThat(new String(request.body(), StandardCharsets.UTF_8))
                                .contains("\"reason\":\"freeround\"")
                                .contains(
                                        "\"freeRoundData\":{\"campaign\":\"camp\",\"value\":{\"amount\":0.50,\"currency\":\"EUR\"}}"));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 409, 422})
    void a_free_round_whose_debit_is_refused_is_returned_to_the_code(int status) {
        wallet.before = request -> FakeResponse.status(status);
        assertThat(play(SpinOutcome.LOSS).state()).isEqualTo(RoundState.REFUSED);
        assertThat(left()).isEqualTo(5);
    }

    @Test
    void a_free_round_that_was_rolled_back_is_returned_to_the_code() {
        wallet.after = FakeWallet.on("/debit", FakeResponse.status(500));
        assertThat(play(SpinOutcome.LOSS).state()).isEqualTo(RoundState.REVERTED);
        assertThat(left()).isEqualTo(5); // D-57
        wallet.after = request -> null;
        assertThat(play(SpinOutcome.FAILURE).state()).isEqualTo(RoundState.REVERTED);
        assertThat(left()).isEqualTo(5);
    }

    @Test
    void a_free_round_whose_debit_may_be_applied_stays_used_until_its_rollback_succeeds() {
        wallet.before = request -> request.path().endsWith("/player") ? null : FakeResponse.status(500);
        var round = play(SpinOutcome.LOSS);
        assertThat(round.state()).isEqualTo(RoundState.SETTLING);
        assertThat(left()).isEqualTo(4);
        wallet.before = request -> null;
        engine().deliveries().tryNow(round.id());
        assertThat(left()).isEqualTo(5);
    }

    @Test
    void a_free_round_with_an_invalid_code_sends_no_callback() {
        simulator.campaigns().disable("demo", "camp");
        for (var code : List.of("code", "nonsense")) {
            assertThatThrownBy(() -> play(code, SpinOutcome.LOSS)).isInstanceOf(RefusedException.class);
        }
        assertThat(wallet.server().received).isEmpty();
    }
}
