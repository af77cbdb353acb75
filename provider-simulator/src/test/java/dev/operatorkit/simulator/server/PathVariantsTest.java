package dev.operatorkit.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Requests every registered route by variants of its path that could bypass a guard that reads the path in another way than the
 * router. Every route is tried with every 64th variant, beginning with another one than the route before, so that each variant
 * is tried on every 64th route. With {@code -Dthorough}, every route is tried with every eighth; with {@code -Dtests.long} with all.
 */
class PathVariantsTest {
    private static final int STEP = Boolean.getBoolean("tests.long") ? 1 : Boolean.getBoolean("thorough") ? 8 : 64;
    private static final String STRANGER =
            "Host: evil.example\r\nOrigin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\n";
    private static final Set<Integer> CLOSED = Set.of(400, 403, 404);
    private static final List<String> PUBLIC = List.of("/play/some", "/artwork/x", "/api/v1", "/console");
    /** Holds fields that change money, callbacks and time, as a hostile page would send them. */
    private static final String BODY =
            "{\"action\":\"round\",\"token\":\"token-1\",\"win\":\"9.00\",\"wallet\":\"http://127.0.0.1:8181/evil\",\"by\":\"+1d\"}";

    @AutoClose
    private Simulator simulator;

    private RawApi api;

    @BeforeEach
    void start() {
        simulator = RawApi.startSimulator();
        api = new RawApi(simulator);
    }

    private List<Routes> routeTables() {
        return simulator.routes();
    }

    private Routes gatedRoutes() {
        return routeTables().get(2);
    }

    /** Returns the path of a route with a value for each of its variables. */
    private static String fillVariables(Routes.Route route) {
        return route.path().replaceAll("\\{operator}", "demo").replaceAll("\\{[^}]*}", "1");
    }

    /** Returns the variants of this path to try on this route. */
    private static List<String> variants(int route, String path) {
        var all = List.copyOf(variants(path));
        assertThat(all).hasSizeGreaterThan(70);
        return IntStream.range(0, all.size())
                .filter(i -> (i + route) % STEP == 0)
                .mapToObj(all::get)
                .toList();
    }

    private static Set<String> variants(String path) {
        var end = path.substring(path.lastIndexOf('/') + 1);
        var start = path.substring(0, path.length() - end.length());
        var variants = new LinkedHashSet<String>();
        for (var open : PUBLIC) {
            for (var up : List.of(
                    "/..;", "/..", "/%2e%2e", "/%2E%2E", "/.%2e", "/..;a=1", "/..%3b", "/%252e%252e", "/..%00")) {
                variants.add(open + (up + "/").repeat(2).replace("//", "/") + path.substring(1));
                variants.add(open + up + path);
            }
            variants.add(open + "/..%2f.." + path.replace("/", "%2f"));
            variants.add(open + "/..%5c.." + path.replace("/", "%5C"));
            variants.add(open + "/..\\.." + path);
            variants.add(open + "%2F..%2F.." + path);
        }
        variants.addAll(List.of(
                "/." + path,
                "/" + path,
                "/x/.." + path,
                "/%2e" + path,
                path + ";a=1",
                path + "/",
                path + "/x/..",
                path + "%00",
                start + "/" + end,
                start + ";a=1/" + end,
                start + "%2F" + end,
                start + "%5C" + end,
                path.replace("/", "\\"),
                path.toUpperCase(Locale.ROOT),
                "/" + percentEncode(path.substring(1)),
                "http://evil.example" + path,
                "http://evil.example/play/..;" + path,
                "/api/v1/..%2f" + path.substring(1)));
        return variants;
    }

    /** Escapes each letter in upper case, which is the same path by RFC 3986. */
    private static String percentEncode(String path) {
        var text = new StringBuilder();
        path.chars()
                .forEach(c -> text.append(
                        Character.isLetter(c)
                                ? "%" + Integer.toHexString(c).toUpperCase(Locale.ROOT)
                                : Character.toString(c)));
        return text.toString();
    }

    private int send(String method, String path, String headers, String body) {
        return api.sendRaw(method + " " + path, headers, body).status();
    }

    @Test
    void no_spelling_of_a_gated_path_bypasses_the_gate() {
        var number = 0;
        var tables = routeTables().subList(2, 4);
        for (var route : tables.stream().flatMap(table -> table.all().stream()).toList()) {
            var variants = new ArrayList<>(variants(number++, fillVariables(route)));
            variants.add(fillVariables(route));
            for (var path : variants) {
                var isRead = route.method().text().equals("GET");
                var status = send(
                        route.method().text(), path, STRANGER + "Content-Type: text/plain\r\n", isRead ? "" : BODY);
                // Below /api/ an unsigned call gets only 401 (SIG-12).
                assertThat(status)
                        .as(route.path() + " as " + path)
                        .satisfiesAnyOf(
                                closed -> assertThat(closed).isIn(CLOSED),
                                unsigned -> assertThat(path.startsWith("/api/") && unsigned == 401)
                                        .isTrue());
            }
            assertNothingChanged();
        }
    }

    private String own() {
        return "Host: localhost\r\nX-Simulator-Token: " + simulator.adminToken() + "\r\n";
    }

    @Test
    void no_page_script_or_response_contains_the_token_or_the_cookie_and_none_is_sent_to_another_local_user() {
        var opened = read(simulator.consoleLink().toString().replaceFirst(".*(?=/open)", ""), "Host: localhost\r\n");
        var cookie = opened.replaceFirst("(?is).*\r\nSet-Cookie: ([^;]+);.*", "$1");
        for (var route : gatedRoutes().all()) {
            var path = fillVariables(route);
            var isRead = route.method().text().equals("GET");
            var form = "Host: localhost\r\nContent-Type: application/json\r\nAccept: text/html\r\n";
            var closed = api.sendRaw(route.method().text() + " " + path, form, isRead ? "" : BODY);
            assertThat(closed.status()).as(path).isEqualTo(401);
            assertThat(closed.text()).as(path).contains("simulator console").doesNotContain("demo", "</nav>");
            if (isRead && !isEndless(path)) {
                assertThat(read(path, "Host: localhost\r\nCookie: " + cookie + "\r\n"))
                        .as(path)
                        .doesNotStartWith("HTTP/1.1 401")
                        .doesNotContain(simulator.adminToken(), cookie.replaceFirst(".*=", ""));
            }
        }
        assertNothingChanged();
    }

    private String read(String path, String headers) {
        return api.sendRaw("GET " + path, headers, "").text();
    }

    private static boolean isEndless(String path) {
        return path.endsWith("/stream");
    }

    @Test
    void no_route_accepts_a_cross_site_change() {
        routeTables().stream()
                .flatMap(table -> table.all().stream())
                .filter(route -> !route.method().text().equals("GET"))
                .forEach(route -> {
                    var token = own();
                    var json = "Content-Type: application/json\r\n";
                    for (var headers : List.of(
                            json + "Origin: https://evil.example\r\n",
                            json + "Origin: null\r\n",
                            json + "Sec-Fetch-Site: cross-site\r\n",
                            json + "Sec-Fetch-Site: same-site\r\n",
                            "Content-Type: text/plain\r\n")) {
                        assertThat(send(route.method().text(), fillVariables(route), token + headers, BODY))
                                .as(route.path() + " with " + headers)
                                .isIn(400, 403);
                    }
                    assertNothingChanged();
                });
    }

    @Test
    void the_public_port_serves_no_gated_route_and_the_admin_port_no_customer_api() {
        simulator.close();
        simulator = Simulator.start(SimulatorSettings.local(Operator.of("demo", RawApi.KEYS, null))
                .adminPort(new SimulatorSettings.AdminPort("127.0.0.1", 0)));
        api = new RawApi(simulator);
        assertThat(simulator.adminAddress()).isNotEqualTo(simulator.address());
        var own = own() + "Content-Type: application/json\r\n";
        var shared = routeTables().get(1).all().stream().map(Routes.Route::path).toList();
        for (var route : gatedRoutes().all()) {
            if (!shared.contains(route.path())) {
                var body = route.method().text().equals("GET") ? "" : BODY;
                assertThat(send(route.method().text(), fillVariables(route), own, body))
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

    private void assertNothingChanged() {
        assertThat(simulator.callbackEngine().queries().newest(null, null, 1)).isEmpty();
        assertThat(simulator.clock().ahead()).isZero();
        assertThat(simulator.operators().get("demo").wallet()).isNull();
        assertThat(simulator.callbackEngine().faults().all()).isEmpty();
    }
}
