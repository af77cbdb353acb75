package dev.operatorkit.simulator.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorForm;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.OptionalField;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the admin API over HTTP. */
class AdminApiTest extends SimulatorTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @AutoClose
    private final HttpClient http = HttpClient.newHttpClient();

    @Override
    protected SimulatorSettings settings() {
        var keys = SecretKeys.of(FakeWallet.SECRET);
        return SimulatorSettings.local(
                        Operator.of("demo", keys, WalletAddress.parse(wallet.url())), Operator.of("other", keys, null))
                .data(folder);
    }

    private record Answer(int status, JsonNode json) {}

    private Answer send(String method, String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(simulator.address().resolve(path))
                .header("X-Simulator-Token", simulator.adminToken())
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        var answer = http.send(request, BodyHandlers.ofByteArray());
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
        return new Answer(answer.statusCode(), JSON.readTree(answer.body()));
    }

    private JsonNode read(String path) throws IOException, InterruptedException {
        var answer = send("GET", path, "");
        assertThat(answer.status).as(answer.toString()).isEqualTo(200);
        return answer.json;
    }

    private JsonNode change(String method, String path, String body) throws IOException, InterruptedException {
        var answer = send(method, path, body);
        assertThat(answer.status).as(answer.toString()).isEqualTo(200);
        return answer.json;
    }

    private JsonNode trigger(String body) throws IOException, InterruptedException {
        return change("POST", "/admin/trigger", body);
    }

    @Test
    void a_round_is_played_and_returned_with_its_exchanges() throws Exception {
        var played = trigger("{\"action\":\"round\",\"token\":\"token-1\",\"stake\":\"0.20\",\"win\":\"1.40\"}");
        assertThat(played.path("ok").asBoolean()).isTrue();
        assertThat(played.path("message").asText()).startsWith("SETTLED: ");
        var round = played.path("round");
        assertThat(round.path("debit").path("stake").path("amount").decimalValue())
                .isEqualByComparingTo("0.20");
        assertThat(round.path("settlement").path("kind").asText()).isEqualTo("CREDIT");
        assertThat(round.path("balance").path("currency").asText()).isEqualTo("EUR");
        assertThat(played.path("exchanges").findValuesAsText("kind")).containsExactly("PLAYER", "DEBIT", "CREDIT");

        var found = read("/admin/rounds/" + round.path("id").asText());
        assertThat(found.path("state").asText()).isEqualTo("SETTLED");
        assertThat(found.path("history").findValuesAsText("kind")).containsExactly("DEBIT", "CREDIT");
        var all = read("/admin/rounds?state=settled");
        assertThat(all.path("rounds")).hasSize(1);
        assertThat(all.path("counts").path("SETTLED").asInt()).isEqualTo(1);
        assertThat(read("/admin/rounds?player=player-9").path("rounds")).isEmpty();
        assertThat(read("/admin/rounds?player=player-9&state=settled").path("rounds"))
                .isEmpty();
    }

    @Test
    void the_transcript_is_searched_page_by_page_and_an_exchange_is_returned_as_raw_bytes() throws Exception {
        for (var i = 0; i < 3; i++) {
            trigger("{\"action\":\"round\",\"token\":\"token-1\",\"outcome\":\"loss\"}");
        }
        var newest = read("/admin/transcript?kind=DEBIT&limit=2").path("exchanges");
        assertThat(newest.findValuesAsText("id")).containsExactly("6", "4");
        assertThat(newest.get(0).has("request")).isFalse();
        var older = read("/admin/transcript?kind=DEBIT&limit=2&before=4").path("exchanges");
        assertThat(older.findValuesAsText("id")).containsExactly("2");
        var one = read("/admin/transcript/2");
        assertThat(one.path("systemTime")).isEqualTo(one.path("at"));
        var request = new String(one.path("request").binaryValue(), StandardCharsets.UTF_8);
        assertThat(request).startsWith("POST /wallet/debit HTTP/1.1\r\n").contains("X-Svc-Signature: ");
        assertThat(new String(one.path("signed").binaryValue(), StandardCharsets.UTF_8))
                .endsWith(request.substring(request.indexOf("\r\n\r\n") + 4));
    }

    @Test
    void a_round_in_manual_review_is_closed_with_a_note() throws Exception {
        wallet.before = FakeWallet.on("/credit", FakeResponse.status(500));
        var id = trigger("{\"action\":\"round\",\"token\":\"token-1\",\"outcome\":\"loss\"}")
                .path("round")
                .path("id")
                .asText();
        assertThat(send("POST", "/admin/rounds/" + id + "/close", "{\"note\":\"x\"}").status)
                .isEqualTo(400);
        Awaitility.await().until(() -> {
            simulator.clock().forward(Duration.ofDays(1));
            return engine().store().count(RoundState.REVIEW) == 1;
        });
        assertThat(send("POST", "/admin/rounds/" + id + "/close", "{}").status).isEqualTo(400);
        var closed = change("POST", "/admin/rounds/" + id + "/close", "{\"note\":\"paid by hand\"}");
        assertThat(closed.path("state").asText()).isEqualTo("CLOSED");
        assertThat(closed.path("history").findValuesAsText("verdict")).contains("paid by hand");
    }

    @Test
    void each_setting_of_an_operator_can_be_changed_independently() throws Exception {
        var all = """
            {"wallet":"http://127.0.0.1:8181/w","allowSource":["10.0.0.0/8"],"disabledCampaigns":"reported","codeCollisions":"allow",
             "requestsPerMinute":7,"omittedFields":["debit-player-id","payout-currency"],"concurrency":3,"connectTimeout":"1s",
             "callTimeout":"4s","initialRetryDelay":"2s","maxRetryDelay":"10m","retryJitter":0.1,"retryWindow":"1d"}\
            """;
        var changed = change("PUT", "/admin/operators/demo", all);
        JSON.readTree(all)
                .properties()
                .forEach(setting -> assertThat(changed.get(setting.getKey()))
                        .as(setting.getKey())
                        .isEqualTo(setting.getValue()));
        var settings = simulator.operators().get("demo").settings().callbacks();
        assertThat(settings.fields()).doesNotContain(OptionalField.DEBIT_PLAYER_ID, OptionalField.PAYOUT_CURRENCY);
        assertThat(settings.retries().window()).isEqualTo(Duration.ofDays(1));
        var again = change("PUT", "/admin/operators/demo", "{\"concurrency\":4}");
        assertThat(again.path("callTimeout").asText()).isEqualTo("4s");
        assertThat(read("/admin/operators").path("operators").findValuesAsText("id"))
                .containsExactly("demo", "other");
    }

    @Test
    void settings_on_the_page_have_the_names_and_defaults_of_the_admin_api() throws Exception {
        var table = Files.readString(Path.of("../docs/simulator.md"))
                .split("\\| Setting .*\\n", 2)[1]
                .split("\n\n", 2)[0];
        var stated = new HashMap<String, String>();
        for (var row :
                table.lines().skip(1).map(line -> line.split(" *\\| *", -1)).toList()) {
            var defaults = row[3].replaceAll("`|none|any", "").split(", ", -1);
            var names = row[1].replace("`", "").split(", ", -1);
            for (var i = 0; i < names.length; i++) {
                stated.put(names[i], defaults[i]);
            }
        }
        var served = new HashMap<String, String>();
        var other = read("/admin/operators").path("operators").path(1);
        OperatorForm.NAMES.forEach(name -> served.put(name, other.path(name).asText("")));
        assertThat(stated).isEqualTo(served);
    }

    @Test
    void game_availability_and_the_clock_survive_a_restart_and_faults_and_settings_do_not() throws Exception {
        change("PUT", "/admin/operators/demo/games/ruby-falls", "{\"available\":false}");
        change("PUT", "/admin/operators/demo", "{\"concurrency\":4}");
        change("POST", "/admin/faults", "{\"kind\":\"delay\"}");
        change("POST", "/admin/clock", "{\"by\":\"PT5M\"}");
        simulator.close();
        simulator = Simulator.start(settings());
        assertThat(simulator
                        .catalogue()
                        .find("demo", "ruby-falls")
                        .orElseThrow()
                        .available())
                .isFalse();
        assertThat(simulator.clock().ahead()).isEqualTo(Duration.ofMinutes(5));
        assertThat(engine().faults().all()).isEmpty();
        assertThat(simulator.operators().get("demo").settings().callbacks().concurrency())
                .isEqualTo(16);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST|/admin/clock|{\"by\":\"-1d\"}|400|A duration is written like",
                "POST|/admin/clock|{\"by\":\"1d\",\"to\":\"x\"}|400|Unknown field 'to'",
                "PUT|/admin/operators/demo||400|must be a JSON object",
                "POST|/admin/faults|{|400|Unexpected end-of-input: expected close marker. Send",
                "GET|/admin/nope||404|There is nothing at this path.",
                "POST|/admin/clock|{\"by\":\"1d\",\"by\":\"2d\"}|400|Duplicate",
                "POST|/admin/faults|{\"kind\":\"delay\",\"times\":0}|400|'times' must be at least 1",
                "POST|/admin/faults|{\"kind\":\"sunshine\"}|400|'kind' must be one of drop-before-send",
                "DELETE|/admin/faults/7||404|There is no fault '7'.",
                "GET|/admin/rounds/none||404|There is no round 'none'.",
                "GET|/admin/rounds?state=none||400|'state' must be one of",
                "GET|/admin/transcript/none||404|There is no exchange 'none'.",
                "GET|/admin/transcript?limit=0||400|'limit' must be from 1",
                "GET|/admin/transcript/stream?after=x||400|'after' must be a whole number",
                "PUT|/admin/operators/none|{}|404|There is no operator 'none'.",
                "PUT|/admin/operators/demo|{\"walet\":\"x\"}|400|Unknown field 'walet'",
                "PUT|/admin/operators/demo|{\"omittedFields\":[\"debit-player-id\",\"debit-token\"]}|400|needs"
                        + " playerId or token",
                "PUT|/admin/operators/demo/games/none|{\"available\":true}|404|There is no game 'none'.",
                "PUT|/admin/operators/demo/games/ruby-falls|{\"available\":\"yes\"}|400|true or false",
                "POST|/admin/trigger|{\"action\":\"round\"}|400|'token' is missing",
                "POST|/admin/trigger|{\"action\":\"round\",\"token\":\"token-1\",\"win\":\"0.001\"}|400|decimals"
            })
    void an_invalid_request_gets_a_message_with_the_cause(
            String method, String path, String body, int status, String message) throws Exception {
        var answer = send(method, path, body == null ? "" : body);
        assertThat(answer.status).as(answer.toString()).isEqualTo(status);
        assertThat(answer.json.path("message").asText()).contains(message);
        assertThat(wallet.movements()).isEmpty();
    }
}
