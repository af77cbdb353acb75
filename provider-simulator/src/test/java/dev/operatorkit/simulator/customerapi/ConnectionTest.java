package dev.operatorkit.simulator.customerapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.simulator.server.Simulator;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose framing or target is odd: answered as every other (GEN-7, CAC-1), and the connection ends where it must. */
class ConnectionTest {
    private static final String GAMES = "/api/v1/games";
    private static final String SEARCH = "/api/v1/free-rounds/campaigns/search";
    private static final String CHUNKED = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";

    @AutoClose
    private static final Simulator simulator = RawApi.startSimulator();

    private static final RawApi api = new RawApi(simulator);

    private static String get(String headers) {
        return api.head("GET", GAMES, "", "", headers);
    }

    private static String post(String headers) {
        return api.head("POST", SEARCH, "", "{}", headers);
    }

    private static String readUntilClosed(String request) {
        return api.sendRaw(request).text();
    }

    /** Checks that the text is one response, with the format of every error. */
    private static void assertRefused(String answer, int status) throws IOException {
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").containsOnlyOnce("HTTP/1.1");
        assertThat(answer)
                .containsIgnoringCase("\r\nETag: \"")
                .containsIgnoringCase("\r\nLast-Modified: ")
                .containsIgnoringCase("\r\nCache-Control: public, max-age=300\r\n")
                .containsIgnoringCase("\r\nContent-Type: application/json\r\n");
        var json = new ObjectMapper().readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
        assertThat(json.fieldNames()).toIterable().containsExactly("message");
        assertThat(json.path("message").asText()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zz\r\n{}\r\n0\r\n\r\n",
                "-2\r\n{}\r\n0\r\n\r\n",
                "7fffffff\r\n{}\r\n0\r\n\r\n",
                "2\r\n{}x\r\n0\r\n\r\n"
            })
    void malformed_chunks_get_one_json_error_and_close_the_connection(String chunks) throws IOException {
        // What stands behind them looks like a request, and must not be taken for one.
        assertRefused(readUntilClosed(post(CHUNKED) + chunks + get("")), chunks.startsWith("7f") ? 413 : 400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//api/v1/games",
                "/api",
                "/API/v1/games",
                "http://localhost/console",
                "https://localhost//api/v1/games"
            })
    void a_target_outside_the_api_gets_404_in_json(String target) throws IOException {
        assertRefused(readUntilClosed(api.closingHead("GET", target, "", "")), 404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"OPTIONS *", "CONNECT localhost:443", "GET *", "GET foo://games.test/api/v1/games"})
    void an_unsupported_target_form_gets_400_in_json(String line) throws IOException {
        assertRefused(readUntilClosed(line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), 400);
    }
}
