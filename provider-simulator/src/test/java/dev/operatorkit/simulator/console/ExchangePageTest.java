package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies the exchange page: repeats with their original, edited callbacks, searches and exports. */
class ExchangePageTest extends SimulatorTest {
    private GameRound spin(SpinOutcome outcome) {
        return spin(150, outcome);
    }

    private Entry newest(String kind) {
        return newest(simulator, "kind", kind);
    }

    private HttpResponse<String> post(String path, Map<String, String> form) throws IOException, InterruptedException {
        var body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return post(path, body);
    }

    private RawServer.Received lastReceived() {
        return List.copyOf(wallet.server().received).getLast();
    }

    @Test
    void a_repeat_names_its_original() throws Exception {
        spin(SpinOutcome.LOSS);
        var original = newest("DEBIT").id();
        var first = post("/transcript/" + original + "/again", Map.of("mode", "FRESH_SIGNATURE"));
        assertThat(first.statusCode()).isEqualTo(303);
        var repeat = newest("DEBIT");
        assertThat(repeat.original()).isEqualTo(original);
        assertThat(get("/transcript/" + repeat.id()).body())
                .contains("<dt>Resend of</dt><dd><a href=\"/transcript/" + original + "\"");
        assertThat(get("/transcript").body()).contains("resend of " + original);
    }

    @Test
    void a_401_that_the_wallet_had_to_answer_is_marked_as_expected_in_every_list() throws Exception {
        spin(SpinOutcome.LOSS);
        var debit = newest("DEBIT").id();
        var round = "";
        for (var fault : List.of(FaultKind.CORRUPT_SIGNATURE, FaultKind.TAMPERED_BODY, FaultKind.STALE_TIMESTAMP)) {
            engine().faults().switchOn(fault, null, CallbackKind.DEBIT, null, 1, null);
            round = spin(SpinOutcome.LOSS).id();
            assertThat(get("/transcript/" + newest("DEBIT").id()).body()).contains("401 is the right answer");
        }
        for (var path : List.of("/", "/transcript", "/rounds/" + FormData.encode(round))) {
            assertThat(get(path).body())
                    .as(path)
                    .contains("badge good\">401</span>", "badge good\">expected</span>")
                    .doesNotContain("badge bad\">401");
        }
        assertThat(get("/transcript?verdict=failed").body()).contains("badge good\">401</span>");
        wallet.before = request -> FakeWallet.FakeResponse.status(401);
        post("/transcript/" + debit + "/again", Map.of("mode", "FRESH_SIGNATURE"));
        assertThat(get("/transcript").body()).contains("badge bad\">401");
    }

    @Test
    void an_edited_debit_changes_only_what_was_edited_and_is_signed() throws Exception {
        spin(SpinOutcome.LOSS);
        var original = newest("DEBIT");
        assertThat(get("/transcript/" + original.id() + "/edit").body())
                .contains("settles no round of an edited debit");
        var body = new String(RawMessage.of(original.request()).body(), StandardCharsets.UTF_8);
        var edited = body.replaceFirst("\"amount\":[0-9.]+", "\"amount\": 2.75")
                .replaceFirst("\"transactionId\":\"[^\"]*", "\"transactionId\":\"own-id")
                .replace(",", ",\n");
        var response = post(
                "/transcript/" + original.id() + "/edit",
                Map.of("target", "/wallet/debit", "headers", "X-Own: a  b\r\nAccept: */*", "body", edited));
        assertThat(response.statusCode()).isEqualTo(303);
        assertThat(new String(lastReceived().body(), StandardCharsets.UTF_8)).isEqualTo(edited);
        assertThat(lastReceived().head()).contains("\r\nX-Own: a  b\r\n");
        var sent = newest("DEBIT");
        assertThat(sent.status()).isEqualTo(200);
        assertThat(sent.transaction()).isEqualTo("own-id");
        assertThat(wallet.movements().get("own-id"))
                .extracting(FakeWallet.Movement::minor)
                .isEqualTo(-275L);
        assertThat(get("/transcript/" + sent.id()).body()).contains("2.75", "X-Own");
    }

    @Test
    void what_could_reach_another_host_or_another_request_is_refused_with_the_field_named() throws Exception {
        spin(SpinOutcome.LOSS);
        var id = newest("DEBIT").id();
        var before = wallet.server().received.size();
        var good = Map.of("target", "/wallet/debit", "headers", "", "body", "{}");
        for (var wrong : List.of(
                Map.of("target", "http://127.0.0.2/wallet/debit"),
                Map.of("target", "//127.0.0.2/wallet/debit"),
                Map.of("target", "/elsewhere"),
                Map.of("target", "/wallet/debit HTTP/1.1\r\nX: y"),
                Map.of("headers", "Host: evil.example"),
                Map.of("headers", "Transfer-Encoding: chunked"),
                Map.of("headers", "content-length: 1"),
                Map.of("headers", "a b: c"),
                Map.of("headers", "X: \u0001"),
                Map.of("headers", "X: a\rHost: b"),
                Map.of("headers", "X: y\n".repeat(101)),
                Map.of("body", "x".repeat(1024 * 1024 + 1)))) {
            var form = new HashMap<>(good);
            form.putAll(wrong);
            var response = post("/transcript/" + id + "/edit", form);
            assertThat(response.statusCode()).as(wrong.keySet().toString()).isEqualTo(400);
            assertThat(response.body()).contains("'" + wrong.keySet().iterator().next() + "'", "Nothing was sent.");
        }
        assertThat(wallet.server().received).hasSize(before);
        var given = "X-Svc-Signature: given by hand";
        post("/transcript/" + id + "/edit", Map.of("target", "/wallet/debit", "headers", given, "body", "{}"));
        assertThat(lastReceived().head()).contains(given);
        assertThat(newest("DEBIT").status()).isEqualTo(401);
    }

    @Test
    void a_search_that_is_wrong_says_so_in_place() throws Exception {
        spin(SpinOutcome.LOSS);
        assertThat(get("/transcript?status=4yx").body()).contains("a class such as 4xx", "value=\"4yx\"");
        assertThat(get("/transcript/rows?status=4yx").body()).contains("No exchange matches");
        assertThat(get("/transcript/rows?status=2xx&text=CHERRY-rush").body()).contains("debit");
    }

    @Test
    void an_export_holds_what_matches_without_tokens_and_signatures() throws Exception {
        spin(SpinOutcome.LOSS);
        var json = new ObjectMapper();
        var har = get("/transcript/export?kind=DEBIT");
        assertThat(har.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=exchanges.har");
        var entries = json.readTree(har.body()).path("log").path("entries");
        assertThat(entries).hasSize(1);
        assertThat(entries.get(0).path("request").path("postData").path("text").asText())
                .contains("\"token\":\"$TOKEN\"", "\"amount\":1.50");
        assertThat(har.body()).doesNotContain("token-1").doesNotContainPattern("[0-9a-f]{128}");
    }

    /** A short token may occur anywhere by chance; where its name says what it is, it is replaced too. */
    @Test
    void an_export_holds_no_short_token_either() throws Exception {
        engine().rounds().enter("demo", "cherry-rush", "ab~12");
        assertThat(get("/transcript/export?kind=PLAYER").body())
                .contains("$TOKEN")
                .doesNotContain("ab~12");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "\\\\n"})
    void a_long_token_of_an_unknown_caller_does_not_break_the_export(String repeated) throws Exception {
        var token = repeated.repeat(50_000);
        var refused = send(HttpRequest.newBuilder(simulator.address().resolve("/api/v1/games/none"))
                .POST(BodyPublishers.ofString("{\"token\":\"" + token + "\"}")));
        assertThat(refused.statusCode()).isGreaterThanOrEqualTo(400);
        var export = get("/transcript/export");
        assertThat(export.statusCode()).isEqualTo(200);
        assertThat(export.body()).isNotEmpty().doesNotContain(token);
    }

    @Test
    void pretty_json_changes_only_white_space_and_names_repeated_keys() {
        var body = "{\"a\":1.50, \"b\":10000000000000000.01,\"e\":1e-8,\"s\":\"\\u0022 {[,:]} \\\\\",\"o\":{"
                + " },\"l\":[1,[]]}";
        var pretty = PrettyJson.of(body.getBytes(StandardCharsets.UTF_8));
        assertThat(String.valueOf(pretty.text()).replaceAll("[ \n]", "")).isEqualTo(body.replaceAll("[ \n]", ""));
        assertThat(PrettyJson.of("{\"a\":1,\"a\":2}".getBytes(StandardCharsets.UTF_8))
                        .note())
                .contains("Duplicate field 'a'");
        for (var bad : List.of("{\"a\":1} x", "{", "nul", "[1,]", "\ufeff{}", " ")) {
            assertThat(PrettyJson.of(bad.getBytes(StandardCharsets.UTF_8)).text())
                    .as(bad)
                    .isNull();
        }
    }
}
