package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.Outcome;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.round.CallbackEngineFixture;
import dev.operatorkit.simulator.round.PlayerSession;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.SimulatorBesideWallet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Verifies that the pages of a round say of lost, repeated and unsent callbacks only what is known. */
class RoundsPageTest {
    @RegisterExtension
    private final SimulatorBesideWallet running = new SimulatorBesideWallet();

    private FakeWallet wallet;
    private Simulator simulator;

    @BeforeEach
    void start() {
        wallet = running.wallet();
        simulator = running.simulator();
    }

    private Round spin(Outcome outcome) {
        var session = new PlayerSession("demo", "player-1", "cherry-rush", "token-1", CallbackEngineFixture.EUR);
        return simulator.callbackEngine().rounds().spin(session, CallbackEngineFixture.eur(100), outcome);
    }

    private void lose(FaultKind fault, CallbackKind kind) {
        simulator.callbackEngine().faults().switchOn(fault, null, kind, null, Fault.UNTIL_SWITCHED_OFF, null);
    }

    private List<Entry> exchanges(Round round, String kind) {
        return simulator.callbackEngine().transcript().search(Filter.ofRound(round.id()), 0, 100).reversed().stream()
                .filter(entry -> entry.kind().equals(kind))
                .toList();
    }

    private String page(String path) throws IOException, InterruptedException {
        return ConsoleClient.get(simulator, path).body();
    }

    @Test
    void a_lost_response_names_no_balance() throws Exception {
        lose(FaultKind.DROP_RESPONSE, CallbackKind.CREDIT);
        var round = spin(new Outcome.Win(CallbackEngineFixture.eur(500)));
        var lost = exchanges(round, "CREDIT").getFirst();
        assertThat(new String(lost.response(), StandardCharsets.UTF_8)).contains("100004");
        assertThat(page("/rounds/" + FormData.encode(round.id())))
                .contains("99999.00 EUR")
                .doesNotContain("100004");
        assertThat(page("/transcript/" + lost.id()))
                .contains("The fault lost this response.")
                .doesNotContain("<dt>Balance after</dt>");
    }

    @Test
    void a_repeat_by_hand_is_no_attempt_and_moves_nothing() throws Exception {
        var round = spin(new Outcome.Win(CallbackEngineFixture.eur(500)));
        var credit = exchanges(round, "CREDIT").getFirst();
        var again = ConsoleClient.post(simulator, "/transcript/" + credit.id() + "/again", "mode=FRESH_SIGNATURE");
        assertThat(again.statusCode()).isEqualTo(303);
        assertThat(page("/rounds/" + FormData.encode(round.id())))
                .contains("<dt>Attempts</dt><dd>1</dd>", "<dt>Payout</dt>")
                .doesNotContain("data-label=\"Attempt\" class=\"number\">2");
        assertThat(page(again.headers().firstValue("Location").orElseThrow())).doesNotContain("attempt 2");
    }

    @Test
    void a_rollback_of_a_debit_that_was_not_sent_returns_no_stake() throws Exception {
        lose(FaultKind.DROP_BEFORE_SEND, CallbackKind.DEBIT);
        var round = spin(Outcome.LOSS);
        await().until(() -> !exchanges(round, "ROLLBACK").isEmpty());
        assertThat(exchanges(round, "ROLLBACK").getFirst().status()).isEqualTo(200);
        assertThat(page("/rounds"))
                .containsPattern("data-label=\"Payout\"[^>]*><div><span class=\"quiet-words\">stake returned</span>")
                .contains("badge plain\">reverted</span>");
    }

    @Test
    void a_win_that_was_never_sent_is_owed_after_three_days_of_the_clock() throws Exception {
        lose(FaultKind.DROP_BEFORE_SEND, CallbackKind.CREDIT);
        var round = spin(new Outcome.Win(CallbackEngineFixture.eur(400)));
        simulator.clock().forward(Duration.ofDays(3));
        var store = simulator.callbackEngine().store();
        await().until(() -> store.count(RoundState.REVIEW) == 1);
        assertThat(page("/rounds/" + FormData.encode(round.id())))
                .containsPattern("(?i)not sent because of a fault. The three days of retries ended by the simulator's"
                        + " clock, after 1 attempt \\(<abbr[^>]*>DEL-1</abbr>\\).")
                .contains(
                        "aria-label=\"The round is in manual review\"",
                        "box here stuck",
                        "<dt>Payout, not confirmed</dt>",
                        "<dd>1 <span class=\"quiet-words\">none was sent</span></dd>",
                        "data-moved")
                .doesNotContain("<dt>Payout</dt>");
        assertThat(page("/delivery")).contains("after 1 attempt");
        assertThat(page("/rounds"))
                .containsPattern("4.00 EUR<br><span class=\"quiet-words\">not confirmed</span></div>");
    }
}
