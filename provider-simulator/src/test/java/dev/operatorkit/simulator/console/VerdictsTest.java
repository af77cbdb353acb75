package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.launch.LaunchRequest;
import dev.operatorkit.simulator.round.CallbackEngineFixture;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that the pages judge a wallet's responses by meaning, never only by status. */
class VerdictsTest extends SimulatorTest {
    private static final FakeResponse GARBAGE = out -> out.write(RawServer.json(200, "{\"status\":\"ok\"}"));

    private String page(String path) throws IOException, InterruptedException {
        var answer = get(path);
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void an_exchange_without_a_response_says_why_in_one_sentence() throws Exception {
        wallet.before = request -> FakeResponse.none();
        spin();
        assertThat(page("/transcript/1")).contains("<strong>No response:</strong> the connection was closed</p>");
        switchOn(simulator, FaultKind.DROP_RESPONSE, CallbackKind.DEBIT);
        wallet.before = request -> null;
        spin();
        var dropped = newest(simulator, "kind", "DEBIT", "status", "0");
        assertThat(page("/transcript/" + dropped.id()))
                .contains("<strong>No response:</strong> a fault dropped it&nbsp;· fault: drop response</p>");
    }

    private GameRound spin() {
        return spin(100, SpinOutcome.LOSS);
    }

    private void answer(String path, FakeResponse response) {
        wallet.after = request -> request.path().endsWith(path) ? response : null;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/debit", "/credit"})
    void d_31_d_61_a_malformed_200_is_shown_as_a_contract_violation_on_every_page(String path) throws Exception {
        answer(path, GARBAGE);
        var round = spin();
        assertThat(page("/transcript/rows"))
                .containsPattern("badge bad\">200</span></td>\\s*<td[^>]*>contract violation: 200, but")
                .doesNotContainPattern("badge good\">200</span></td>\\s*<td[^>]*>contract violation");
        var id = engine().transcript().search(Filter.ofRound(round.id()), 0, 10).stream()
                .filter(entry -> entry.verdict().startsWith("contract violation"))
                .findFirst()
                .orElseThrow()
                .id();
        assertThat(page("/transcript/" + id)).contains("note bad\"><strong>200</strong> contract violation");
        assertThat(page("/rounds")).contains("badge bad\">contract violation</span>");
        assertThat(page("/rounds/" + round.id()))
                .contains("<strong>Contract violation</strong>", "badge bad\">contract violation</span></td>");
    }

    private String launch() {
        var request = new LaunchRequest.RealMoney(
                "cherry-rush", InetAddress.getLoopbackAddress(), null, CurrencyCode.of("EUR"), "token-1");
        return "/play/" + simulator.launches().create("demo", request).id();
    }

    private JsonNode play(String game, String form) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(simulator.address().resolve(game + "/spin"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", simulator.address().toString())
                .header("Sec-Fetch-Site", "same-origin")
                .POST(BodyPublishers.ofString(form));
        return new ObjectMapper().readTree(send(request).body());
    }

    @ParameterizedTest
    @ValueSource(ints = {409, 422})
    void after_a_refused_bet_the_game_shows_the_latest_balance(int status) throws Exception {
        var game = launch();
        assertThat(page(game)).contains("data-balance>100000.00 EUR<");
        assertThat(play(game, "stake=1&outcome=win&amount=3").path("balance").asText())
                .isEqualTo("100002.00 EUR");
        wallet.before = request -> request.path().endsWith("/debit") ? FakeResponse.status(status) : null;
        var refused = play(game, "stake=1");
        assertThat(refused.path("message").asText()).startsWith("The wallet refused the bet");
        assertThat(refused.path("balance").asText()).isEqualTo("100002.00 EUR");
        assertThat(page(game)).as("reloaded").contains("data-balance>100002.00 EUR<");
        assertThat(engine().store().count(RoundState.REFUSED)).isOne();
    }

    private List<Entry> exchanges(GameRound round, String kind) {
        return engine().transcript().search(Filter.ofRound(round.id()), 0, 100).reversed().stream()
                .filter(entry -> entry.kind().equals(kind))
                .toList();
    }

    @Test
    void a_lost_response_names_no_balance() throws Exception {
        switchOn(simulator, FaultKind.DROP_RESPONSE, CallbackKind.CREDIT);
        var round = spin(100, new SpinOutcome.Win(CallbackEngineFixture.eur(500)));
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
        var round = spin(100, new SpinOutcome.Win(CallbackEngineFixture.eur(500)));
        var credit = exchanges(round, "CREDIT").getFirst();
        var again = post("/transcript/" + credit.id() + "/again", "mode=FRESH_SIGNATURE");
        assertThat(again.statusCode()).isEqualTo(303);
        assertThat(page("/rounds/" + FormData.encode(round.id())))
                .contains("<dt>Attempts</dt><dd>1</dd>", "<dt>Payout</dt>")
                .doesNotContain("data-label=\"Attempt\" class=\"number\">2");
        assertThat(page(again.headers().firstValue("Location").orElseThrow())).doesNotContain("attempt 2");
    }

    @Test
    void a_rollback_of_a_debit_that_was_not_sent_returns_no_stake() throws Exception {
        switchOn(simulator, FaultKind.DROP_BEFORE_SEND, CallbackKind.DEBIT);
        var round = spin();
        await().until(() -> !exchanges(round, "ROLLBACK").isEmpty());
        assertThat(exchanges(round, "ROLLBACK").getFirst().status()).isEqualTo(200);
        assertThat(page("/rounds"))
                .containsPattern("data-label=\"Payout\"[^>]*><div><span class=\"quiet-words\">stake returned</span>")
                .contains("badge plain\">reverted</span>");
    }

    @Test
    void a_win_that_was_never_sent_is_owed_after_three_days_of_the_clock() throws Exception {
        switchOn(simulator, FaultKind.DROP_BEFORE_SEND, CallbackKind.CREDIT);
        var round = spin(100, new SpinOutcome.Win(CallbackEngineFixture.eur(400)));
        simulator.clock().forward(Duration.ofDays(3));
        var store = engine().store();
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
