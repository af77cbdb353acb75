package dev.operatorkit.simulator.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.SimulatorSettings;
import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.operator.Operator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What opening a launch URL does: LAU-8, LAU-11, LAU-13, WAL-1, WAL-2. */
class GameSessionTest {
    private static final String REAL = "ipAddress=127.0.0.1&freeToPlay=false&currency=EUR&token=token-1";

    private PlayerWallet wallet;
    private Simulator simulator;
    private HttpClient browser;

    @BeforeEach
    void start() throws IOException {
        wallet = new PlayerWallet();
        simulator = Simulator.start(SimulatorSettings.local(Operator.of("demo", RawApi.KEYS, wallet.address())));
        browser = HttpClient.newHttpClient();
    }

    @AfterEach
    void stop() {
        browser.close();
        simulator.close();
        wallet.close();
    }

    private String launch(String query) {
        var reply =
                new RawApi(simulator).get("/api/v1/games/cherry-rush", query).send();
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json().path("data").path("url").asText();
    }

    private record Page(int status, String text) {}

    private Page open(String url) throws IOException, InterruptedException {
        var page = browser.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
        return new Page(page.statusCode(), page.body());
    }

    @Test
    void the_player_callback_fires_when_the_url_is_opened_and_not_before() throws Exception {
        var url = launch(REAL);
        assertThat(wallet.calls()).isZero();
        var page = open(url);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .contains("<span class=\"mode real\">EUR · Ann</span>")
                .contains("<dt>Balance</dt><dd data-balance>100.00 EUR</dd>");
        assertThat(wallet.calls()).isEqualTo(1);
        assertThat(wallet.lastQuery()).isEqualTo("gameId=cherry-rush&token=token-1");
    }

    @Test
    void a_reload_finds_the_game_running_without_another_callback() throws Exception {
        var url = launch(REAL);
        open(url);
        assertThat(open(url).status()).isEqualTo(200);
        assertThat(wallet.calls()).isEqualTo(1);
    }

    @Test
    void many_openings_at_once_make_one_callback() {
        var id = launch(REAL).replaceFirst(".*/", "");
        var opened = IntStream.range(0, 32)
                .parallel()
                .mapToObj(i -> simulator.sessions().open(id, InetAddress.getLoopbackAddress()))
                .toList();
        assertThat(opened).hasOnlyElementsOfType(GameSessions.Opened.class);
        assertThat(wallet.calls()).isEqualTo(1);
    }

    @Test
    void a_callback_that_fails_keeps_the_game_from_starting_until_it_succeeds() throws Exception {
        var url = launch(REAL);
        wallet.answer(403, "{\"message\":\"the session has expired\"}");
        var page = open(url);
        assertThat(page.status()).isEqualTo(502);
        assertThat(page.text()).contains("The game could not start").contains("the session has expired");
        wallet.answer(200, PlayerWallet.ANN);
        assertThat(open(url).status()).isEqualTo(200);
    }

    @Test
    void a_wallet_that_is_away_keeps_the_game_from_starting() throws Exception {
        var url = launch(REAL);
        wallet.close();
        assertThat(open(url).status()).isEqualTo(502);
    }

    @Test
    void a_player_in_another_currency_keeps_the_game_from_starting() throws Exception {
        wallet.answer(200, PlayerWallet.ANN.replace("EUR", "USD"));
        var page = open(launch(REAL));
        assertThat(page.status()).isEqualTo(502);
        assertThat(page.text()).contains("launched in EUR, the account is in USD");
    }

    @Test
    void a_url_is_bound_to_its_address() throws Exception {
        var url = launch(REAL.replace("127.0.0.1", "203.0.113.7"));
        var elsewhere = open(url);
        assertThat(elsewhere.status()).isEqualTo(403);
        assertThat(elsewhere.text()).contains("203.0.113.7");
        assertThat(wallet.calls()).isZero();
        assertThat(open(url + "?as=203.0.113.7").status()).isEqualTo(200);
        assertThat(open(url + "?as=203.0.113.8").status()).isEqualTo(403);
    }

    @Test
    void a_url_is_bound_to_its_token() throws Exception {
        open(launch(REAL));
        open(launch(REAL.replace("token-1", "token%2B2")));
        assertThat(wallet.lastQuery()).isEqualTo("gameId=cherry-rush&token=token%2B2");
    }

    @Test
    void an_unknown_url_is_404_and_one_that_was_never_opened_expires() throws Exception {
        assertThat(open(simulator.address() + "/play/nonsense").status()).isEqualTo(404);
        var url = launch(REAL);
        var opened = launch(REAL);
        open(opened);
        simulator.clock().forward(Duration.ofHours(2).plusSeconds(1));
        assertThat(open(url).status()).isEqualTo(410);
        assertThat(open(opened).status()).isEqualTo(200);
    }

    @Test
    void a_demo_calls_nobody_ever() throws Exception {
        var url = launch("ipAddress=127.0.0.1&freeToPlay=true");
        var page = open(url);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains("FUN");
        open(url);
        assertThat(wallet.calls()).isZero();
        var session = simulator.sessions().find(url.replaceFirst(".*/", "")).orElseThrow();
        assertThat(session).isInstanceOf(GameSession.Demo.class);
    }

    @Test
    void a_page_shows_what_a_wallet_says_as_text() throws Exception {
        wallet.answer(200, PlayerWallet.ANN.replace("Ann", "<script>alert(1)</script>"));
        assertThat(open(launch(REAL)).text()).doesNotContain("<script>").contains("&lt;script&gt;");
    }
}
