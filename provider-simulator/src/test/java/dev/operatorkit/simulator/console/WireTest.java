package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.net.IpAddress;
import dev.operatorkit.net.IpRange;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.Outcome;
import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.customerapi.RawSocket;
import dev.operatorkit.simulator.launch.LaunchRequest;
import dev.operatorkit.simulator.round.PlayerSession;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.RawServer;
import dev.operatorkit.simulator.wallet.SimulatorBesideWallet;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests who sees the wire of a game, and which callbacks it shows. */
class WireTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final String OWN = "Host: localhost\r\n";

    @RegisterExtension
    private final SimulatorBesideWallet running = new SimulatorBesideWallet();

    private FakeWallet wallet;
    private Simulator simulator;

    @BeforeEach
    void start() {
        wallet = running.wallet();
        simulator = running.simulator();
    }

    private void restart(UnaryOperator<SimulatorSettings> settings) {
        simulator.close();
        simulator = Simulator.start(
                settings.apply(SimulatorSettings.local(simulator.operators().get("demo"))));
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    private String launch(String game) {
        var request = new LaunchRequest.RealMoney(game, InetAddress.getLoopbackAddress(), null, EUR, "token-1");
        return simulator.launches().create("demo", request).id();
    }

    private static String get(URI address, String path, String headers) {
        var request = "GET " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n";
        return RawSocket.send(new RawApi(address), request.getBytes(StandardCharsets.UTF_8))
                .text();
    }

    private String get(String path, String headers) {
        return get(simulator.address(), path, headers);
    }

    private void spin(String game, Outcome outcome) {
        var session = new PlayerSession("demo", "player-1", game, "token-1", EUR);
        simulator.callbackEngine().rounds().spin(session, new Money(100, EUR), outcome);
    }

    @Test
    void a_round_shows_its_callbacks_with_amount_balance_and_signed_string() {
        var id = launch("cherry-rush");
        assertThat(get("/play/" + id, OWN)).contains("data-wire=\"/wire/" + id + "\"", " Console</a>");
        spin("cherry-rush", new Outcome.Win(new Money(500, EUR)));
        assertThat(get("/wire/" + id + "/rows", OWN))
                .contains(
                        "GET /wallet/player",
                        "POST /wallet/debit",
                        "1.00 EUR</span>",
                        "balance 99999.00 EUR",
                        "POST /wallet/credit",
                        "+5.00 EUR",
                        "balance 100004.00 EUR",
                        "wire-sign valid",
                        "<span class=\"path\">/wallet/debit</span>",
                        "data-newest-balance=\"100004.00 EUR\"")
                .containsPattern("wire-time\">\\d\\d:\\d\\d:\\d\\dZ&nbsp;")
                .doesNotContain("wire-sign invalid");
    }

    @Test
    void only_the_callbacks_of_this_game_and_after_the_last_one_are_sent() {
        var id = launch("cherry-rush");
        get("/play/" + id, OWN);
        spin("ruby-falls", Outcome.LOSS);
        assertThat(get("/wire/" + id + "/rows", OWN)).doesNotContain("/wallet/debit");
        var newest = simulator.callbackEngine().transcript().newestId();
        spin("cherry-rush", Outcome.LOSS);
        assertThat(get("/wire/" + id + "/rows?after=" + newest, OWN))
                .contains("/wallet/debit", "/wallet/credit")
                .doesNotContain("/wallet/player");
    }

    @Test
    void refusals_and_wrong_signatures_that_the_wallet_accepted_are_marked() {
        var id = launch("cherry-rush");
        get("/play/" + id, OWN);
        wallet.before = request -> request.path().endsWith("/debit") ? FakeResponse.status(409) : null;
        spin("cherry-rush", Outcome.LOSS);
        assertThat(get("/wire/" + id + "/rows", OWN)).contains("wire-row warn", "409");
        wallet.before = request -> null;
        simulator
                .callbackEngine()
                .faults()
                .switchOn(FaultKind.CORRUPT_SIGNATURE, null, CallbackKind.DEBIT, null, Fault.UNTIL_SWITCHED_OFF, null);
        spin("cherry-rush", Outcome.LOSS);
        assertThat(get("/wire/" + id + "/rows", OWN))
                .contains(
                        "badly signed by us",
                        "corrupt signature",
                        "wire-row good",
                        "<span class=\"wire-status\">401 expected</span>")
                .containsPattern("wire-meaning\"><bdi>[^<]*the wallet says");
        wallet.before = request -> out -> out.write(RawServer.json(
                200,
                "{\"operatorTransactionId\":\"1\",\"balance\":{\"amount\":1,\"currency\":\"EUR\",\"updatedAt\":"
                        + "\"2026-01-01T00:00:00.000Z\"}}"));
        spin("cherry-rush", Outcome.LOSS);
        assertThat(get("/wire/" + id + "/rows", OWN)).contains("The wallet accepted a wrong signature (<abbr");
    }

    @Test
    void a_stranger_gets_nothing_of_the_wire() {
        var id = launch("cherry-rush");
        get("/play/" + id, OWN);
        for (var headers : List.of(
                "Host: evil.example\r\n",
                "Host: games.example\r\n",
                OWN + "Origin: https://evil.example\r\n",
                OWN + "X-Forwarded-For: 192.0.2.7\r\n",
                OWN + "Via: 1.1 proxy\r\n")) {
            for (var part : List.of("", "/rows", "/live")) {
                assertThat(get("/wire/" + id + part, headers)).startsWith("HTTP/1.1 403");
            }
        }
    }

    @Test
    void a_player_who_may_not_use_the_console_gets_the_game_without_the_wire() {
        var gate = new AdminGate(
                "a-token-for-tests-only", List.of(IpRange.parse("192.0.2.0/24")), Set.of(), List.of("127.0.0.0/8"));
        restart(settings -> settings.gate(gate));
        var request = new LaunchRequest.RealMoney("cherry-rush", IpAddress.parse("198.51.100.9"), null, EUR, "token-1");
        var id = simulator.launches().create("demo", request).id();
        var forwarded = OWN + "X-Forwarded-For: 198.51.100.9\r\n";
        assertThat(get("/play/" + id, forwarded))
                .startsWith("HTTP/1.1 200")
                .doesNotContain("data-wire", "shared.js", "Console");
        assertThat(get("/wire/" + id + "/rows", forwarded)).startsWith("HTTP/1.1 403");
        assertThat(get("/play/" + launch("cherry-rush"), "Host: games.example\r\n"))
                .startsWith("HTTP/1.1 200")
                .doesNotContain("data-wire");
    }

    @Test
    void with_an_admin_port_the_public_port_has_no_wire_and_the_console_has() {
        restart(settings -> settings.adminPort(new SimulatorSettings.AdminPort("127.0.0.1", 0)));
        var id = launch("cherry-rush");
        assertThat(get("/play/" + id, OWN))
                .startsWith("HTTP/1.1 200")
                .doesNotContain("data-wire", "shared.js", "Console");
        assertThat(get("/wire/" + id + "/rows", OWN)).startsWith("HTTP/1.1 404");
        assertThat(get(simulator.adminAddress(), "/wire/" + id + "/rows", OWN)).contains("/wallet/player");
        assertThat(get(simulator.adminAddress(), "/wire/" + id, OWN)).contains("data-wire");
    }
}
