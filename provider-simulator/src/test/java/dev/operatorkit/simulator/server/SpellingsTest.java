package dev.operatorkit.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.customerapi.RawSocket;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Walks every route that is registered, so a new one too, through the spellings by which a path reaches past a guard that
 * reads another path than the router. Every route is tried with every fourth spelling, beginning with another one than the
 * route before, so that each spelling is tried on every fourth route. With {@code -Dtests.long}, every route is tried with all
 * of them.
 */
class SpellingsTest {
    private static final String STRANGER =
            "Host: evil.example\r\nOrigin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\n";
    private static final Set<Integer> CLOSED = Set.of(400, 403, 404);
    private static final List<String> PUBLIC = List.of("/play/some", "/artwork/x", "/api/v1", "/console");
    /** Some that a stranger's page would send; the names of what changes money, callbacks and time among them. */
    private static final String BODY =
            "{\"action\":\"round\",\"token\":\"token-1\",\"win\":\"9.00\",\"wallet\":\"http://127.0.0.1:8181/evil\",\"by\":\"+1d\"}";

    private Simulator simulator;
    private RawApi api;

    @BeforeEach
    void start() {
        simulator = Simulator.start(SimulatorSettings.local(Operator.of("demo", RawApi.KEYS, null)));
        api = new RawApi(simulator);
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    private List<Routes> tables() {
        return simulator.routes();
    }

    private Routes gated() {
        return tables().get(tables().size() - 1);
    }

    /** The path of a route with a value for each of its variables. */
    private static String concrete(Routes.Route route) {
        return route.path().replaceAll("\\{operator}", "demo").replaceAll("\\{[^}]*}", "1");
    }

    /** Returns the spellings to try of this path of a route. */
    private static List<String> spellings(int route, String path) {
        var all = List.copyOf(spellings(path));
        return Boolean.getBoolean("tests.long")
                ? all
                : IntStream.range(0, all.size())
                        .filter(i -> (i + route) % 4 == 0)
                        .mapToObj(all::get)
                        .toList();
    }

    private static Set<String> spellings(String path) {
        var end = path.substring(path.lastIndexOf('/') + 1);
        var start = path.substring(0, path.length() - end.length());
        var spellings = new LinkedHashSet<String>();
        for (var open : PUBLIC) {
            for (var up : List.of(
                    "/..;", "/..", "/%2e%2e", "/%2E%2E", "/.%2e", "/..;a=1", "/..%3b", "/%252e%252e", "/..%00")) {
                spellings.add(open + (up + "/").repeat(2).replace("//", "/") + path.substring(1));
                spellings.add(open + up + path);
            }
            spellings.add(open + "/..%2f.." + path.replace("/", "%2f"));
            spellings.add(open + "/..%5c.." + path.replace("/", "%5C"));
            spellings.add(open + "/..\\.." + path);
            spellings.add(open + "%2F..%2F.." + path);
        }
        spellings.addAll(List.of(
                "/." + path,
                "/./" + path.substring(1),
                "/" + path,
                "//" + path,
                "/x/.." + path,
                "/%2e" + path,
                path + ";a=1",
                path + ";",
                path + "/",
                path + "//",
                path + "/.",
                path + "/x/..",
                path + "%00",
                path + "%20",
                path + "%0d%0aX:1",
                path + "#x",
                start + "/" + end,
                start + ";a=1/" + end,
                start + "%2F" + end,
                start + "%2f" + end,
                start + "%5C" + end,
                path.replace("/", "\\"),
                path.toUpperCase(Locale.ROOT),
                "/" + encoded(path.substring(1)),
                "http://evil.example" + path,
                "http://evil.example/play/..;" + path,
                "/api/v1/..%2f" + path.substring(1)));
        return spellings;
    }

    /** Each letter as an escape in upper case: the same path, by RFC 3986. */
    private static String encoded(String path) {
        var text = new StringBuilder();
        path.chars()
                .forEach(c -> text.append(
                        Character.isLetter(c)
                                ? "%" + Integer.toHexString(c).toUpperCase(Locale.ROOT)
                                : Character.toString(c)));
        return text.toString();
    }

    private int send(String method, String path, String headers, String body) {
        var request = method + " " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
        return RawSocket.send(api, request.getBytes(StandardCharsets.UTF_8)).status();
    }

    @Test
    void no_spelling_of_a_gated_path_bypasses_the_gate() {
        var number = 0;
        for (var route : gated().all()) {
            var spellings = new ArrayList<>(spellings(number++, concrete(route)));
            spellings.add(concrete(route));
            assertThat(spellings).hasSizeGreaterThan(20);
            for (var path : spellings) {
                var isRead = route.method().text().equals("GET");
                var status = send(
                        route.method().text(), path, STRANGER + "Content-Type: text/plain\r\n", isRead ? "" : BODY);
                // Below /api/ an unsigned call is told nothing but that (SIG-12).
                assertThat(status)
                        .as(route.path() + " as " + path)
                        .satisfiesAnyOf(
                                closed -> assertThat(closed).isIn(CLOSED),
                                unsigned -> assertThat(path.startsWith("/api/") && unsigned == 401)
                                        .isTrue());
            }
            assertNothingMoved();
        }
    }

    @Test
    void for_a_local_user_an_alternative_spelling_gets_the_same_status_or_is_rejected() {
        var routes = tables().stream()
                .flatMap(table -> table.all().stream())
                .filter(route -> !endless(route.path()))
                .toList();
        var headers = "Host: localhost\r\nContent-Type: application/json\r\n";
        var number = 0;
        for (var route : routes) {
            var method = route.method().text();
            var body = method.equals("GET") ? "" : BODY;
            var plain = send(method, concrete(route), headers, body);
            var spellings = spellings(number++, concrete(route));
            assertThat(spellings).hasSizeGreaterThanOrEqualTo(20);
            for (var path : spellings) {
                var status = send(method, path, headers, body);
                assertThat(status)
                        .as(route.path() + " as " + path)
                        .satisfiesAnyOf(
                                same -> assertThat(same).isEqualTo(plain),
                                closed -> assertThat(closed).isIn(CLOSED),
                                unsigned -> assertThat(path.startsWith("/api/") && unsigned == 401)
                                        .isTrue());
            }
        }
    }

    private static boolean endless(String path) {
        return path.endsWith("/live") || path.endsWith("/stream");
    }

    @Test
    void no_route_accepts_a_cross_site_change() {
        tables().stream()
                .flatMap(table -> table.all().stream())
                .filter(route -> !route.method().text().equals("GET"))
                .forEach(route -> {
                    var token = "Host: localhost\r\nX-Simulator-Token: " + simulator.adminToken() + "\r\n";
                    var json = "Content-Type: application/json\r\n";
                    for (var headers : List.of(
                            json + "Origin: https://evil.example\r\n",
                            json + "Origin: null\r\n",
                            json + "Sec-Fetch-Site: cross-site\r\n",
                            json + "Sec-Fetch-Site: same-site\r\n",
                            "Content-Type: text/plain\r\n")) {
                        assertThat(send(route.method().text(), concrete(route), token + headers, BODY))
                                .as(route.path() + " with " + headers)
                                .isIn(400, 403);
                    }
                    assertNothingMoved();
                });
    }

    @Test
    void the_public_port_serves_no_gated_route_and_the_admin_port_no_customer_api() {
        simulator.close();
        simulator = Simulator.start(SimulatorSettings.builder(Operator.of("demo", RawApi.KEYS, null))
                .adminPort(new SimulatorSettings.AdminPort("127.0.0.1", 0))
                .build());
        api = new RawApi(simulator);
        assertThat(simulator.adminAddress()).isNotEqualTo(simulator.address());
        var own = "Host: localhost\r\nContent-Type: application/json\r\nX-Simulator-Token: " + simulator.adminToken()
                + "\r\n";
        var shared = tables().get(1).all().stream().map(Routes.Route::path).toList();
        for (var route : gated().all()) {
            if (!shared.contains(route.path())) {
                var body = route.method().text().equals("GET") ? "" : BODY;
                assertThat(send(route.method().text(), concrete(route), own, body))
                        .as(route.path())
                        .isEqualTo(404);
            }
        }
        assertThat(send("GET", "/artwork/cherry-rush/icon.svg", own, "")).isEqualTo(200);
        assertThat(send("GET", "/api/v1/games", own, "")).isEqualTo(401);
        assertThat(send("GET", "/console/game.js", own, "")).isEqualTo(200);

        api = new RawApi(simulator.adminAddress());
        assertThat(send("GET", "/admin/operators", own, "")).isEqualTo(200);
        assertThat(send("GET", "/", own, "")).isEqualTo(200);
        assertThat(send("GET", "/api/v1/games", own, "")).isEqualTo(404);
        assertThat(send("GET", "/play/some", own, "")).isEqualTo(404);
        assertThat(URI.create(simulator.publicAddress().toString())).isEqualTo(simulator.address());
    }

    private void assertNothingMoved() {
        assertThat(simulator.callbackEngine().store().newest(null, 1)).isEmpty();
        assertThat(simulator.clock().ahead()).isZero();
        assertThat(simulator.operators().get("demo").wallet()).isNull();
        assertThat(simulator.callbackEngine().faults().all()).isEmpty();
    }
}
