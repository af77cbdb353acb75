package dev.operatorkit.simulator.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.net.IpRange;
import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that console and admin API serve only the user who started the simulator, on this machine and under its own names. */
class AdminGateTest {
    private static final String PAGE = "Accept: text/html,*/*\r\n";
    private static final Pattern COOKIE = Pattern.compile(
            "(?i)\\r\\nSet-Cookie: (operatorkit-simulator-9090=[0-9a-f]{48}); HttpOnly; SameSite=Strict; Path=/\\r\\n");

    @AutoClose
    private static final Simulator simulator = RawApi.startSimulator();

    private static String send(String method, String path, String host, String headers, String body) {
        return new RawApi(simulator)
                .sendRaw(method + " " + path, "Host: " + host + "\r\n" + headers, body)
                .text();
    }

    private static String token() {
        return "X-Simulator-Token: " + simulator.adminToken() + "\r\nContent-Type: application/json\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1:9090", "[::1]:1", "LocalHost"})
    void a_request_with_a_loopback_host_name_may_read(String host) {
        assertThat(send("GET", "/admin/operators", host, token(), ""))
                .startsWith("HTTP/1.1 200")
                .contains("\"id\":\"demo\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:9090", ""})
    void a_request_with_another_host_name_is_refused(String host) {
        assertThat(send("GET", "/admin/operators", host, token(), "")).startsWith("HTTP/1.1 40");
        assertThat(send("GET", "/", host, token(), "")).startsWith("HTTP/1.1 40");
    }

    @Test
    void public_routes_are_served_under_any_host_name() {
        assertThat(send("GET", "/artwork/cherry-rush/icon.svg", "games.example", "", ""))
                .startsWith("HTTP/1.1 200");
        assertThat(send("GET", "/api/v1/games", "games.example", "", "")).startsWith("HTTP/1.1 401");
        assertThat(send("GET", "/play/none", "games.example", "", "")).startsWith("HTTP/1.1 404");
    }

    @Test
    void a_change_requires_the_admin_token() {
        var body = "{\"wallet\":\"http://127.0.0.1:8181/w\"}";
        assertThat(send("PUT", "/admin/operators/demo", "localhost", "", body)).startsWith("HTTP/1.1 401");
        assertThat(send("PUT", "/admin/operators/demo", "localhost", "X-Simulator-Token: x\r\n", body))
                .startsWith("HTTP/1.1 401");
        assertThat(simulator.operators().get("demo").wallet()).isNull();
        assertThat(send("PUT", "/admin/operators/demo", "localhost", token(), body))
                .startsWith("HTTP/1.1 200");
        assertThat(simulator.operators().get("demo").wallet()).hasToString("http://127.0.0.1:8181/w");
    }

    private static String open(String link, String headers) {
        return send("GET", link, "localhost:9090", headers, "");
    }

    /** Opens a new link and returns the cookie as the browser sends it to this host. */
    private static String cookie() {
        var opened = open(path(simulator.consoleLink()), "");
        var set = COOKIE.matcher(opened);
        assertThat(set.find()).as(opened).isTrue();
        return "Cookie: operatorkit-simulator-9090=other; " + set.group(1) + "\r\n";
    }

    @Test
    void a_link_opens_the_console_once_and_a_newer_one_replaces_it() {
        var replaced = path(simulator.consoleLink());
        var link = path(simulator.consoleLink());
        for (var wrong : List.of(replaced, "/open", "/open?key=", link + "0")) {
            assertThat(open(wrong, PAGE))
                    .startsWith("HTTP/1.1 401")
                    .contains("<code>simulator console</code>")
                    .doesNotContain("Set-Cookie");
        }
        var head = "HEAD " + link + " HTTP/1.1\r\nHost: localhost:9090\r\n\r\n";
        assertThat(new RawApi(simulator).sendThenGetHealth(head)).startsWith("HTTP/1.1 401");
        var opened = open(link, "");
        assertThat(opened).startsWith("HTTP/1.1 303").containsIgnoringCase("\r\nLocation: /\r\n");
        assertThat(COOKIE.matcher(opened).results()).hasSize(1);
        assertThat(open(link, PAGE)).startsWith("HTTP/1.1 401").contains("This link was used before");
    }

    @Test
    void a_browser_with_the_cookie_may_read_and_change_what_its_own_pages_show() {
        var cookie = cookie();
        assertThat(open("/", cookie)).startsWith("HTTP/1.1 200");
        assertThat(open("/open?key=used", cookie)).startsWith("HTTP/1.1 303");
        assertThat(send("GET", "/", "localhost:9091", cookie, "")).startsWith("HTTP/1.1 401");
        var form = cookie + "Content-Type: application/x-www-form-urlencoded\r\n";
        var forget = "operator=demo";
        for (var page : List.of("Origin: http://localhost:9090\r\n", "Sec-Fetch-Site: same-origin\r\n")) {
            assertThat(send("POST", "/overview/forget", "localhost:9090", form + page, forget))
                    .startsWith("HTTP/1.1 303");
        }
        for (var page : List.of(
                "",
                "Origin: null\r\n",
                "Origin: http://localhost:7777\r\n",
                "Origin: https://evil.example\r\n",
                "Sec-Fetch-Site: same-site\r\n",
                "Sec-Fetch-Site: cross-site\r\n")) {
            assertThat(send("POST", "/overview/forget", "localhost:9090", form + page, forget))
                    .as(page)
                    .startsWith("HTTP/1.1 403");
        }
    }

    private static String path(URI link) {
        return link.getRawPath() + "?" + link.getRawQuery();
    }

    private static String behindProxy(String trusted, String headers) {
        var gate = new AdminGate(
                "a-token-for-tests-only", List.of(IpRange.parse("192.0.2.0/24")), Set.of(), List.of(trusted));
        var settings =
                SimulatorSettings.local(Operator.of("demo", RawApi.KEYS, null)).gate(gate);
        try (var behind = Simulator.start(settings)) {
            var token = "Host: localhost\r\nX-Simulator-Token: " + behind.adminToken() + "\r\n";
            return new RawApi(behind)
                    .sendRaw("GET /admin/operators", token + headers + "\r\n", "")
                    .text();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: 192.0.2.7",
                "X-Forwarded-For: 198.51.100.9, 192.0.2.7\r\nX-Forwarded-Proto: https\r\nVia: 1.1 proxy",
                "X-Forwarded-For: 127.0.0.1"
            })
    void an_allowed_client_may_read_through_a_trusted_proxy(String headers) {
        assertThat(behindProxy("127.0.0.0/8", headers)).startsWith("HTTP/1.1 200");
        assertThat(behindProxy("10.0.0.1", headers)).startsWith("HTTP/1.1 403");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: 198.51.100.9",
                "X-Forwarded-For: 192.0.2.7, 198.51.100.9",
                "X-Forwarded-For: ",
                "X-Forwarded-For: unknown, 127.0.0.1",
                "X-Real-IP: 192.0.2.7",
                "Forwarded: for=192.0.2.7"
            })
    void a_trusted_proxy_with_an_unlisted_or_missing_client_is_refused(String headers) {
        assertThat(behindProxy("127.0.0.0/8", headers)).startsWith("HTTP/1.1 403");
    }
}
