package dev.operatorkit.simulator.customerapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.server.Simulator;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the format of requests and errors: GEN-2, GEN-7, GEN-8, ERR-1, D-36 to D-38, D-44. */
class RequestFormatTest {
    private static final String SEARCH = "/api/v1/free-rounds/campaigns/search";

    @AutoClose
    private static final Simulator simulator = RawApi.startSimulator();

    private static final RawApi api = new RawApi(simulator);

    private static void assertRefused(RawApi.Reply reply, int status) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(status);
        assertThat(reply.json().fieldNames()).toIterable().containsExactly("message");
        assertThat(reply.message()).isNotBlank();
        assertThat(reply.header("Content-Type")).isEqualTo("application/json");
        assertThat(reply.header("ETag")).isNotEmpty();
        assertThat(reply.header("Last-Modified")).isNotEmpty();
        assertThat(reply.header("Cache-Control")).isEqualTo("public, max-age=300");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/game", "/api/v1/games/", "/api/v1/%67ames", "/api/v2/games", "/api/v1//games"})
    void an_unknown_path_gets_404(String path) {
        assertRefused(api.get(path).send(), 404);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /api/v1/games, GET",
        "DELETE, /api/v1/games, GET",
        "PUT, /api/v1/games/cherry-rush, GET",
        "GET, /api/v1/free-rounds/campaigns, POST",
        "GET, /api/v1/free-rounds/campaigns/any, DELETE",
        "GET, /api/v1/free-rounds/campaigns/search, 'DELETE, POST'",
    })
    void a_wrong_method_gets_405_with_an_allow_header(String method, String path, String allowed) {
        var reply = api.request(method, path, "", new byte[0]).send();
        assertRefused(reply, 405);
        assertThat(reply.header("Allow")).isEqualTo(allowed);
    }

    @Test
    void trace_gets_405_and_echoes_nothing() {
        var reply = api.sendRaw(api.closingHead("TRACE", "/api/v1/games", "", "X-Secret-Thing: abc\r\n"));
        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.text()).doesNotContain("abc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/json",
                "text/plain",
                "application/json; charset=utf-16",
                "application/x-www-form-urlencoded",
                "application/json, application/json"
            })
    void another_content_type_gets_400(String type) {
        assertRefused(api.post(SEARCH, "{}").header("Content-Type", type).send(), 400);
    }

    @Test
    void a_missing_content_type_gets_400() {
        var reply = api.post(SEARCH, "{}").header("Content-Type", "").send();
        assertRefused(reply, 400);
        assertThat(reply.message()).contains("Content-Type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "{}x", "{\"page\":1,\"page\":2}"})
    void a_body_that_is_not_strict_json_gets_400(String body) {
        assertRefused(api.post(SEARCH, body).send(), 400);
    }

    @Test
    void a_body_of_one_mebibyte_is_accepted() {
        var body = "{\"x\":0" + " ".repeat(1024 * 1024 - 7) + "}";
        assertThat(body.getBytes(StandardCharsets.UTF_8)).hasSize(1024 * 1024);
        assertThat(api.post(SEARCH, body).status()).isEqualTo(200);
    }

    @RepeatedTest(20)
    void a_body_of_one_mebibyte_and_one_byte_gets_413() {
        assertRefused(api.request("POST", SEARCH, "", new byte[1024 * 1024 + 1]).send(), 413);
    }

    @RepeatedTest(20)
    void a_chunked_body_gets_413_as_soon_as_it_is_too_large() {
        var chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
        var head = api.closingHead("POST", SEARCH, "", "Transfer-Encoding: chunked\r\n");
        // One chunk more than the limit, and then nothing: the server must not wait for the end.
        var reply = api.sendRaw(head + chunk.repeat(17));
        assertThat(reply.status()).isEqualTo(413);
    }

    @Test
    void a_compressed_body_gets_400() {
        var reply = api.post(SEARCH, "{}").header("Content-Encoding", "gzip").send();
        assertRefused(reply, 400);
    }
}
