package dev.operatorkit.simulator.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Outcome;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.campaign.StoredCode;
import dev.operatorkit.simulator.launch.FreeRounds.NotPlayed;
import dev.operatorkit.simulator.launch.FreeRounds.Played;
import dev.operatorkit.simulator.round.PlayerSession;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.SimulatorBesideWallet;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.NewCampaign;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a free round is taken from its code, is a separate bet, and is returned when it was not played. */
class FreeRoundsTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final PlayerSession ANN = new PlayerSession("demo", "player-1", "cherry-rush", "token-1", EUR);

    @RegisterExtension
    private final SimulatorBesideWallet running = new SimulatorBesideWallet();

    private FakeWallet wallet;
    private Simulator simulator;

    @BeforeEach
    void start() {
        wallet = running.wallet();
        simulator = running.simulator();
        var now = simulator.clock().instant();
        var terms =
                new NewCampaign("camp", "camp", eur(50), List.of("cherry-rush"), now, now.plus(Duration.ofDays(1)), 5);
        simulator.campaigns().create("demo", terms);
        simulator.bonusCodes().create("demo", new BonusCode("camp", "player-1", EUR, "code", null));
    }

    private static Money eur(long minor) {
        return new Money(minor, EUR);
    }

    private FreeRounds.Result play(Outcome outcome) {
        return simulator.freeRounds().play(ANN, "code", outcome);
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
        var first = (Played) play(new Outcome.Win(eur(180)));
        var second = (Played) play(Outcome.LOSS);
        assertThat(first.roundsLeft()).isEqualTo(4);
        assertThat(second.roundsLeft()).isEqualTo(3);
        assertThat(first.round().bet().stake()).isEqualTo(eur(0));
        assertThat(first.round().bet().transactionId())
                .isNotEqualTo(second.round().bet().transactionId());
        assertThat(first.round().id()).isNotEqualTo(second.round().id());
        assertThat(wallet.balance("player-1")).isEqualTo(FakeWallet.OPENING_BALANCE + 130);
        assertThat(wallet.movements()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 409, 422})
    void a_free_round_whose_debit_is_refused_is_returned_to_the_code(int status) {
        wallet.before = request -> FakeResponse.status(status);
        assertThat(((Played) play(Outcome.LOSS)).round().state()).isEqualTo(RoundState.REFUSED);
        assertThat(left()).isEqualTo(5);
    }

    @Test
    void a_free_round_that_was_rolled_back_is_returned_to_the_code() {
        wallet.after = FakeWallet.on("/debit", FakeResponse.status(500));
        assertThat(((Played) play(Outcome.LOSS)).round().state()).isEqualTo(RoundState.REVERTED);
        assertThat(left()).isEqualTo(5); // D-57
        wallet.after = request -> null;
        assertThat(((Played) play(Outcome.FAILURE)).round().state()).isEqualTo(RoundState.REVERTED);
        assertThat(left()).isEqualTo(5);
    }

    @Test
    void a_free_round_whose_debit_may_be_applied_stays_used_until_its_rollback_succeeds() {
        wallet.before = request -> request.path().endsWith("/player") ? null : FakeResponse.status(500);
        var round = ((Played) play(Outcome.LOSS)).round();
        assertThat(round.state()).isEqualTo(RoundState.SETTLING);
        assertThat(left()).isEqualTo(4);
        wallet.before = request -> null;
        simulator.callbackEngine().deliveries().tryNow(round.id());
        assertThat(left()).isEqualTo(5);
    }

    @Test
    void a_free_round_with_an_invalid_code_sends_no_callback() {
        simulator.campaigns().disable("demo", "camp");
        assertThat(play(Outcome.LOSS)).isInstanceOf(NotPlayed.class);
        assertThat(simulator.freeRounds().play(ANN, "nonsense", Outcome.LOSS)).isInstanceOf(NotPlayed.class);
        assertThat(wallet.server().received).isEmpty();
    }
}
