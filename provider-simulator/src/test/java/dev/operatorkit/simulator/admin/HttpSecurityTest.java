package dev.operatorkit.simulator.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.server.Simulator;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that other sites and proxies reach no gated route, and the responses to HEAD and for missing pages. */
class HttpSecurityTest {
    @AutoClose
    private static final Simulator simulator = RawApi.startSimulator();

    private static String token() {
        return "X-Simulator-Token: " + simulator.adminToken() + "\r\n";
    }

    private static RawApi.RawReply send(String path, String headers) {
        return exchange("GET " + path, "Host: 127.0.0.1\r\n" + token() + headers);
    }

    private static RawApi.RawReply exchange(String line, String headers) {
        return new RawApi(simulator).sendRaw(line, headers, "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Forwarded: for=192.0.2.7",
                "X-Forwarded-For: 192.0.2.7",
                "X-Forwarded-For: 127.0.0.1",
                "X-Forwarded-Proto: https",
                "X-Real-IP: 192.0.2.7",
                "Via: 1.1 proxy",
                "CF-Connecting-IP: 192.0.2.7",
                "WL-Proxy-Client-IP: 192.0.2.7",
                "X-Originating-IP: 192.0.2.7"
            })
    void a_forwarded_request_is_refused_on_gated_routes_and_served_on_public_ones(String header) {
        assertThat(send("/admin/operators", header + "\r\n").status()).isEqualTo(403);
        assertThat(send("/", header + "\r\n").status()).isEqualTo(403);
        assertThat(send("/artwork/cherry-rush/icon.svg", header + "\r\n").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/rounds/none",
                "/transcript/77777",
                "/conformance/7",
                "/conformance/7/report.html",
                "/client-conformance/7",
                "/client-conformance/7/bundle.zip",
                "/free-rounds/demo/none",
                "/artwork/none/icon.svg",
                "/play/none",
                "/admin/transcript/none",
                "/admin/none",
                "/none",
            })
    void a_missing_page_gets_404_for_get_and_head(String path) {
        var missing = send(path, "");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(head(path)).startsWith("HTTP/1.1 404");
        var isPage = missing.text().contains("Content-Type: text/html");
        assertThat(missing.text().substring(missing.text().indexOf("\r\n\r\n") + 4))
                .startsWith(isPage ? "<!doctype html>" : "{\"message\":\"");
    }

    /** Returns the response to a HEAD, which the response to the next request of the connection must follow immediately. */
    private static String head(String path) {
        var both = new RawApi(simulator)
                .sendThenGetHealth("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n" + token() + "\r\n");
        var end = both.indexOf("\r\n\r\n") + 4;
        assertThat(both.substring(end)).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok");
        return both.substring(0, end);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/console/console.js",
                "/favicon.ico",
                "/artwork/cherry-rush/icon.svg",
                "/admin/health",
                "/admin/operators",
                "/admin/transcript/stream",
                "/rounds/none"
            })
    void head_returns_the_headers_of_get_without_a_body(String path) {
        var head = head(path);
        if (path.endsWith("stream")) { // which does not end, and has no length
            assertThat(head).doesNotContainIgnoringCase("Content-Length");
        } else {
            assertThat(fields(head)).isEqualTo(fields(send(path, "").text()));
        }
        assertThat(head).contains("Content-Type: ");
    }

    private static List<String> fields(String answer) {
        return answer.substring(0, answer.indexOf("\r\n\r\n"))
                .lines()
                .filter(line -> !line.startsWith("Date: ") && !line.startsWith("Connection: "))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /",
                "GET /admin/operators",
                "GET /admin/none",
                "GET /play/none",
                "GET /console/game.js",
                "GET /artwork/cherry-rush/icon.svg",
                "GET /api/v1/games",
                "OPTIONS *",
                "GET //x",
                "GET http://evil.example/admin/operators",
                "HEAD /admin/transcript/stream"
            })
    void every_response_has_the_security_headers(String line) {
        for (var host : List.of("localhost", "evil.example")) {
            var text = exchange(line, "Host: " + host + "\r\n").text();
            assertThat(text).containsIgnoringCase("\r\nX-Content-Type-Options: nosniff\r\n");
            assertThat(text).containsIgnoringCase("\r\nReferrer-Policy: same-origin\r\n");
            assertThat(text)
                    .containsIgnoringCase("\r\nContent-Security-Policy: ")
                    .contains("frame-ancestors", "base-uri 'none'", "form-action");
            assertThat(text).containsIgnoringCase("\r\nX-Frame-Options: SAMEORIGIN\r\n");
            assertThat(text).containsIgnoringCase("\r\nCross-Origin-Opener-Policy: same-origin\r\n");
            assertThat(text).containsIgnoringCase("\r\nPermissions-Policy: camera=(), ");
            // Operators show the artwork on their own sites, and nothing else.
            var artwork = line.contains("/artwork/");
            assertThat(text)
                    .containsIgnoringCase(
                            "\r\nCross-Origin-Resource-Policy: " + (artwork ? "cross-origin" : "same-origin") + "\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET http://evil.example/admin/operators",
                "GET https://evil.example:443/admin/operators",
                "GET http://localhost/admin/operators"
            })
    void a_target_in_absolute_form_reaches_no_gated_route(String line) {
        var reply = exchange(line, "Host: localhost\r\n");
        assertThat(reply.status()).isIn(400, 404);
        assertThat(reply.text()).doesNotContain("requestsPerMinute");
    }
}
