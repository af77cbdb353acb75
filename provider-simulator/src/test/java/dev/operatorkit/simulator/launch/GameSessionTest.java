package dev.operatorkit.simulator.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies the opening of launch URLs: LAU-8, LAU-11, LAU-13, WAL-1, WAL-2. */
class GameSessionTest extends SimulatorTest {
    private static final String REAL = "ipAddress=127.0.0.1&freeToPlay=false&currency=EUR&token=token-1";
    private static final String ELSEWHERE = REAL.replace("127.0.0.1", "203.0.113.7");

    private static final String ANN = "{\"accountId\":\"player-1\",\"displayName\":\"Ann\",\"balance\":"
            + "{\"amount\":100.00,\"currency\":\"EUR\",\"updatedAt\":\"2026-01-01T00:00:00.000Z\"}}";
    private static final SecretKeys KEYS = SecretKeys.of(FakeWallet.SECRET);

    @AutoClose
    private final HttpClient browser = HttpClient.newHttpClient();

    private int calls() {
        return wallet.server().received.size();
    }

    private String lastTarget() {
        return wallet.server().received.element().target();
    }

    private void answer(int status, String body) {
        wallet.before = request -> out -> out.write(RawServer.json(status, body));
    }

    private String launch(String query) {
        return launch(simulator, query);
    }

    private static String launch(Simulator simulator, String query) {
        var reply = new RawApi(simulator)
                .get("/api/v1/games/cherry-rush", query)
                .as("demo", KEYS)
                .send();
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json().path("data").path("url").asText();
    }

    private record Page(int status, String text) {}

    private Page open(String url) throws IOException, InterruptedException {
        return open(url, "Accept", "*/*");
    }

    private Page open(String url, String header, String value) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url)).header(header, value);
        var page = browser.send(request.build(), BodyHandlers.ofString());
        return new Page(page.statusCode(), page.body());
    }

    private static Page spin(HttpClient from, String url, String header, String value)
            throws IOException, InterruptedException {
        return send(from, URI.create(url + "/spin"), header, value);
    }

    private static Page send(HttpClient from, URI spin, String header, String value)
            throws IOException, InterruptedException {
        return send(from, spin, header, value, "stake=1&outcome=loss");
    }

    private static Page send(HttpClient from, URI spin, String header, String value, String form)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(spin)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header(header, value)
                .POST(BodyPublishers.ofString(form));
        var answer = from.send(request.build(), BodyHandlers.ofString());
        return new Page(answer.statusCode(), answer.body());
    }

    @Test
    void the_player_callback_is_sent_when_the_url_is_opened_and_not_before() throws Exception {
        var url = launch(REAL);
        assertThat(calls()).isZero();
        var page = open(url);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .contains("<span class=\"mode real\">EUR · <bdi>Player One</bdi></span>")
                .contains("<dt>Balance</dt><dd data-balance>100000.00 EUR</dd>");
        assertThat(calls()).isEqualTo(1);
        assertThat(lastTarget()).endsWith("/player?gameId=cherry-rush&token=token-1");
    }

    @Test
    void concurrent_openings_send_one_callback() {
        var id = launch(REAL).replaceFirst(".*/", "");
        var opened = IntStream.range(0, 32)
                .parallel()
                .mapToObj(i -> simulator.sessions().open(id, InetAddress.getLoopbackAddress()))
                .toList();
        assertThat(opened).hasOnlyElementsOfType(GameSessions.Opened.class);
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void a_game_does_not_start_until_its_player_callback_succeeds() throws Exception {
        var url = launch(REAL);
        answer(403, "{\"message\":\"the session has expired\"}");
        var page = open(url);
        assertThat(page.status()).isEqualTo(502);
        assertThat(page.text()).contains("The game could not start").contains("the session has expired");
        wallet.before = request -> null;
        assertThat(open(url).status()).isEqualTo(200);
    }

    @Test
    void a_game_does_not_start_if_the_account_has_another_currency() throws Exception {
        answer(200, ANN.replace("EUR", "USD"));
        var page = open(launch(REAL));
        assertThat(page.status()).isEqualTo(502);
        assertThat(page.text()).contains("launched in EUR, the account is in USD");
    }

    @Test
    void a_launch_url_is_bound_to_its_ip_address() throws Exception {
        var elsewhere = open(launch(ELSEWHERE));
        assertThat(elsewhere.status()).isEqualTo(403);
        assertThat(elsewhere.text()).contains("203.0.113.7");
        assertThat(calls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP"
            })
    void lau_8_without_a_trusted_proxy_no_header_overrides_the_bound_ip_address(String header) throws Exception {
        var url = launch(ELSEWHERE);
        var address = header.equals("Forwarded") ? "for=203.0.113.7" : "203.0.113.7";
        assertThat(open(url, header, address).status()).isEqualTo(403);
        assertThat(open(url + "?as=203.0.113.7").status()).isEqualTo(403);
        assertThat(open(url + "?pass=203.0.113.7").status()).isEqualTo(403);
        assertThat(calls()).isZero();
    }

    @Test
    void lau_8_behind_a_trusted_proxy_the_browser_address_is_taken_from_x_forwarded_for() throws Exception {
        var gate = new AdminGate("a-token-for-tests-only", List.of(), Set.of(), List.of("127.0.0.1"));
        var settings = SimulatorSettings.local(Operator.of("demo", KEYS, WalletAddress.parse(wallet.url())))
                .gate(gate);
        try (var behind = Simulator.start(settings)) {
            var url = launch(behind, ELSEWHERE);
            assertThat(open(url, "X-Forwarded-For", "203.0.113.8").status()).isEqualTo(403);
            assertThat(open(url, "X-Forwarded-For", "203.0.113.7, 203.0.113.8").status())
                    .isEqualTo(403);
            assertThat(open(url, "X-Forwarded-For", "203.0.113.8, 203.0.113.7").status())
                    .isEqualTo(200);
            assertThat(spin(browser, url, "X-Forwarded-For", "203.0.113.8").status())
                    .isEqualTo(403);
            assertThat(spin(browser, url, "X-Forwarded-For", "203.0.113.7").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void lau_8_a_spin_from_another_address_than_the_launch_is_refused() throws Exception {
        var url = launch("ipAddress=127.0.0.1&freeToPlay=true");
        assertThat(open(url).status()).isEqualTo(200);
        assertThat(spin(browser, url, "Accept", "*/*").status()).isEqualTo(200);
        try (var stranger = HttpClient.newBuilder()
                .localAddress(InetAddress.getByName("127.0.0.2"))
                .build()) {
            var refused = spin(stranger, url, "X-Forwarded-For", "127.0.0.1");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.text()).contains("made for a browser at 127.0.0.1, yours is at 127.0.0.2");
        }
    }

    @Test
    void a_spin_of_an_unknown_game_gets_404_and_of_an_unopened_game_409() throws Exception {
        var unknown = spin(browser, simulator.address() + "/play/nonsense", "Accept", "*/*");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.text()).contains("\"message\"");
        assertThat(spin(browser, launch(REAL), "Accept", "*/*").status()).isEqualTo(409);
        var empty = HttpRequest.newBuilder(URI.create(simulator.address() + "/play/nonsense/spin"))
                .POST(BodyPublishers.noBody())
                .build();
        assertThat(browser.send(empty, BodyHandlers.ofString()).statusCode()).isEqualTo(404);
    }

    @Test
    void the_launch_page_of_the_console_can_open_a_game_bound_to_another_address() throws Exception {
        var form = "operator=demo&game=cherry-rush&mode=real&token=token-1&currency=EUR&ip=203.0.113.7";
        var request = HttpRequest.newBuilder(simulator.address().resolve("/launch"))
                .header("X-Simulator-Token", simulator.adminToken())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build();
        var page = browser.send(request, BodyHandlers.ofString()).body();
        var link = Pattern.compile("href=\"(http[^\"]+/play/[^\"]+)\"").matcher(page);
        assertThat(link.find()).as(page).isTrue();
        var url = link.group(1);
        var bare = url.replaceFirst("\\?.*", "");
        assertThat(open(bare).status()).isEqualTo(403);
        assertThat(open(url.replace(bare, launch(ELSEWHERE))).status()).isEqualTo(403);
        var game = open(url);
        assertThat(game.status()).isEqualTo(200);
        var action = Pattern.compile("action=\"([^\"]+)\"").matcher(game.text());
        assertThat(action.find()).isTrue();
        var spin = simulator.address().resolve(action.group(1).replace("&amp;", "&"));
        assertThat(send(browser, spin, "Accept", "*/*").status()).isEqualTo(200);
        assertThat(spin(browser, bare, "Accept", "*/*").status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "true", "{}", "\"\"", "\"a\\u0000b\"", "\"a\\nb\"", "LONG"})
    void wal_2_a_game_does_not_start_if_the_account_id_is_invalid(String accountId) throws Exception {
        var id = accountId.equals("LONG") ? '"' + "a".repeat(256) + '"' : accountId;
        answer(200, ANN.replace("\"player-1\"", id));
        var page = open(launch(REAL));
        assertThat(page.status()).isEqualTo(502);
        assertThat(page.text()).contains("contract violation", "accountId");
    }

    @Test
    void an_unknown_url_gets_404_and_an_unopened_url_expires() throws Exception {
        assertThat(open(simulator.address() + "/play/nonsense").status()).isEqualTo(404);
        var url = launch(REAL);
        var opened = launch(REAL);
        open(opened);
        simulator.clock().forward(Duration.ofHours(2).plusSeconds(1));
        assertThat(open(url).status()).isEqualTo(410);
        assertThat(open(opened).status()).isEqualTo(200);
    }

    @Test
    void a_demo_never_sends_a_callback() throws Exception {
        var url = launch("ipAddress=127.0.0.1&freeToPlay=true");
        var page = open(url);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains("FUN");
        open(url);
        assertThat(calls()).isZero();
    }
}
