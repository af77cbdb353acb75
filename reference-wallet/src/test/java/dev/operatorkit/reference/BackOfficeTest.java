package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.wallet.testkit.SignedCallback;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackOfficeTest {
    private static final Pattern TOKEN = Pattern.compile("name=\"formToken\" value=\"([^\"]+)\"");

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private String url = "";
    private WalletUnderTest wallet;
    private String cookie = "";

    @BeforeEach
    void start() {
        url = TestDatabase.H2.freshUrl();
        wallet = open();
    }

    private WalletUnderTest open(String... more) {
        var options = List.of(
                "--back-office-port",
                "0",
                "--back-office-password-file",
                folder.resolve("password").toString());
        return WalletUnderTest.on(
                url, Stream.concat(options.stream(), Stream.of(more)).toArray(String[]::new));
    }

    @AfterEach
    void stop() {
        wallet.close();
        http.close();
    }

    private HttpRequest.Builder at(String path) {
        return HttpRequest.newBuilder(URI.create(wallet.backOffice() + path)).header("Cookie", cookie);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), PageBody.handler());
    }

    private HttpResponse<String> post(String path, Map<String, String> fields) throws Exception {
        var body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(at(path).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    private String login() throws Exception {
        var password = Files.readString(folder.resolve("password")).strip();
        var answer = post("/login", Map.of("password", password));
        assertThat(answer.statusCode()).isEqualTo(303);
        var set = answer.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(set).contains("HttpOnly").contains("SameSite=Strict");
        cookie = set.substring(0, set.indexOf(';'));
        var token = TOKEN.matcher(send(at("/players")).body());
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    @Test
    void every_page_requires_a_login() throws Exception {
        for (var path :
                new String[] {"/players", "/player?id=player-1", "/rounds", "/transactions", "/callbacks", "/audit"}) {
            assertThat(send(at(path)).statusCode()).as(path).isEqualTo(303);
        }
        assertThat(post("/login", Map.of("password", "wrong")).statusCode()).isEqualTo(403);
        assertThat(Files.getPosixFilePermissions(folder.resolve("password"))).hasSize(2);
    }

    @Test
    void an_account_id_that_no_callback_could_name_is_refused() throws Exception {
        var token = login();
        for (var id : new String[] {"a\tb", "a\u0085b", "x".repeat(256), "\ud83d\ude00".repeat(256)}) {
            var refused = post("/players", Map.of("formToken", token, "id", id, "currency", "EUR", "opening", "1"));
            assertThat(refused.statusCode()).as(id).isEqualTo(400);
            assertThat(refused.body()).contains("1 to 255 characters and no control characters");
        }
        var longest = "\ud83d\ude00".repeat(255);
        assertThat(post("/players", Map.of("formToken", token, "id", longest, "currency", "EUR", "opening", "1"))
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void a_player_is_created_adjusted_and_given_a_session_and_the_ledger_balances() throws Exception {
        var token = login();
        assertThat(post("/players", Map.of("formToken", token, "id", "alice", "currency", "EUR", "opening", "12.50"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(post("/player/adjust", adjustment(token, "alice", "-2.25", "one"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(post("/player/adjust", adjustment(token, "alice", "-2.25", "one"))
                        .headers()
                        .firstValue("Location"))
                .hasValue("/player?id=alice&done=repeated");
        assertThat(post("/player/adjust", adjustment(token, "alice", "-3.25", "one"))
                        .body())
                .contains("The reference one was already used for -2.25 EUR on account alice.");
        assertThat(send(at("/player?id=alice")).body()).contains("10.25 EUR").contains("admin: test");
        assertThat(post("/player/adjust", adjustment(token, "alice", "-10.26", "two"))
                        .statusCode())
                .isEqualTo(400);
        var created = post("/player/session", Map.of("formToken", token, "id", "alice"));
        var page =
                send(at(created.headers().firstValue("Location").orElseThrow())).body();
        var session = Pattern.compile("<code>([^<]+)</code>").matcher(page);
        assertThat(session.find()).isTrue();
        var player = wallet.send(SignedCallback.player("game", session.group(1)));
        assertThat(player.get("accountId").textValue()).isEqualTo("alice");
        assertThat(send(at("/audit")).body()).contains("holds").doesNotContain("BROKEN");
    }

    private static Map<String, String> adjustment(String token, String id, String amount, String reference) {
        return Map.of("formToken", token, "id", id, "amount", amount, "reference", reference, "reason", "test");
    }

    private Map<String, String> limits(String token, String stakes, String loss, String until) throws Exception {
        var fields = new HashMap<>(Map.of(
                "formToken", token, "id", "player-1", "stakeLimit", stakes, "lossLimit", loss, "reason", "asked"));
        fields.put("excludedUntil", until);
        var page = send(at("/player?id=player-1")).body();
        for (var seen : List.of("seenStakeLimit", "seenLossLimit", "seenExcludedUntil")) {
            var value =
                    Pattern.compile("name=\"" + seen + "\" value=\"([^\"]*)\"").matcher(page);
            assertThat(value.find()).isTrue();
            fields.put(seen, value.group(1));
        }
        return fields;
    }

    @Test
    void limits_set_in_the_back_office_refuse_bets_and_show_who_changed_them() throws Exception {
        var token = login();
        assertThat(post("/player/limits", limits(token, "", "5.00", "")).statusCode())
                .isEqualTo(303);
        var bet = SignedCallback.debit("bet").player("player-1").stake("4");
        assertThat(wallet.send(bet).status()).isEqualTo(200);
        assertThat(wallet.send(SignedCallback.debit("more").player("player-1").stake("1.01"))
                        .body())
                .isEqualTo("{\"message\":\"the stake exceeds what is left of the player's loss limit for today\"}");
        assertThat(send(at("/player?id=player-1")).body())
                .contains("Staked today: 4.00 EUR. Lost today: 4.00 EUR", "admin: asked");

        var outdated = limits(token, "", "500", "");
        assertThat(post("/player/limits", limits(token, "3", "5", "2999-01-31")).statusCode())
                .isEqualTo(303);
        assertThat(post("/player/limits", outdated).body()).contains("Somebody has changed the limits of player-1");
        assertThat(wallet.send(SignedCallback.debit("excluded")
                                .player("player-1")
                                .stake("0.01"))
                        .body())
                .contains("the player is self-excluded");
        assertThat(wallet.send(bet).status()).isEqualTo(200);
        assertThat(send(at("/audit")).body()).doesNotContain("BROKEN");
    }

    @Test
    void a_form_with_invalid_limits_changes_nothing_and_says_why() throws Exception {
        var token = login();
        for (var wrong : List.of("-1", "1.005", "1,000.50", "1e3", "1\u202f0", "1e999999999", "ten", "NaN", "\uFF11")) {
            var answer = post("/player/limits", limits(token, wrong, "", ""));
            assertThat(answer.statusCode()).as(wrong).isEqualTo(400);
            assertThat(answer.body()).contains("stakeLimit ");
        }
        for (var wrong : List.of("2001-01-31", "someday", "+99999-01-01")) {
            assertThat(post("/player/limits", limits(token, "", "", wrong)).body())
                    .contains("excludedUntil must be");
        }
        var cutOff = limits(token, "1", "1", "");
        cutOff.remove("lossLimit");
        assertThat(post("/player/limits", cutOff).body()).contains("lossLimit is missing");
        assertThat(post("/player/limits", limits("guessed", "1", "1", "")).statusCode())
                .isEqualTo(403);
        assertThat(wallet.send(SignedCallback.debit("bet").player("player-1").stake("100"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_form_with_a_wrong_form_token_changes_nothing() throws Exception {
        login();
        var forged = Map.of("formToken", "guessed", "id", "player-1", "amount", "1", "reason", "theft");
        assertThat(post("/player/adjust", forged).statusCode()).isEqualTo(403);
        assertThat(send(at("/player?id=player-1")).body()).contains("1\u202f000\u202f000.00 EUR");
    }

    @Test
    void values_from_the_provider_are_escaped_in_pages() throws Exception {
        login();
        wallet.send(SignedCallback.debit("<script>alert(1)</script>")
                .player("player-1")
                .stake("1"));
        var page = send(at("/player?id=player-1"));
        assertThat(page.body()).doesNotContain("<script>").contains("&lt;script&gt;");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
    }

    @Test
    void rounds_are_found_by_state_account_and_age() throws Exception {
        login();
        for (var i = 1; i <= 3; i++) {
            var before = Clock.systemUTC().millis();
            await().until(() -> Clock.systemUTC().millis() > before);
            wallet.send(SignedCallback.debit("bet-" + i)
                    .round("round-" + i)
                    .player("player-1")
                    .stake("10.00"));
        }
        wallet.send(SignedCallback.credit("win-1", "bet-1")
                .round("round-1")
                .player("player-1")
                .payout("25.00"));
        wallet.send(SignedCallback.credit("win-2", "bet-2")
                .round("round-2")
                .player("player-1")
                .payout("25.00"));

        assertThat(send(at("/rounds")).body()).contains("round-3").doesNotContain("round-1", "round-2");
        assertThat(send(at("/rounds?minutes=5")).body()).contains("No open rounds match.");
        assertThat(send(at("/rounds?state=settled")).body()).contains("enter its id");
        assertThat(send(at("/rounds?state=settled&account=player-1")).body())
                .containsSubsequence("round-2", "round-1")
                .doesNotContain("round-3");
        var file =
                send(at("/rounds.csv?state=settled&account=player-1&minutes=")).body();
        assertThat(file.lines())
                .hasSize(3)
                .startsWith(
                        "\"account\",\"round\",\"state\",\"opened\",\"stake\",\"currency\",\"paid\",\"currency\",\"debit\"")
                .allMatch(
                        line -> line.matches(
                                "\"account\".*|\"player-1\",\"round-[12]\",\"settled\",\"[-0-9T:.]+Z\",10.00,EUR,25.00,EUR,\"bet-[12]\""));
        assertThat(send(at("/rounds.csv")).body())
                .contains("\"round-3\"", "Z\",10.00,EUR,,,\"bet-3\"")
                .doesNotContain("round-1");
    }

    @Test
    void one_field_finds_players_rounds_transactions_adjustments_and_callbacks() throws Exception {
        var token = login();
        wallet.send(SignedCallback.debit("bet-1").round("a round").player("player-1"));
        wallet.send(SignedCallback.debit("refused").player("player-1").stake("99999999"));
        post("/player/adjust", adjustment(token, "player-1", "2.25", "payment 17"));
        assertThat(send(at("/search?q=bet-1")).body())
                .contains("/transactions?id=bet-1", "/round?account=player-1&amp;id=a+round", "POST /wallet/debit");
        assertThat(send(at("/search?q=player-1+a+round")).body())
                .contains("/round?account=player-1&amp;id=a+round")
                .containsPattern("open, opened [-0-9]{10} [:0-9]{8} UTC<");
        assertThat(send(at("/search?q=payment+17")).body()).contains("/player?id=player-1&amp;before=4");
        assertThat(send(at("/search?q=+play")).body()).contains("/player?id=player-1", "/player?id=player-2");
        assertThat(send(at("/search?q=refused")).body()).contains("409");
        for (var nothing : List.of("play%25", "%5F", "%27")) {
            assertThat(send(at("/search?q=" + nothing)).body()).contains("Nothing was found for “");
        }
        assertThat(send(at("/search?q=")).body()).contains("Enter an id.").doesNotContain("<table");
    }

    @Test
    void an_error_names_the_invalid_input() throws Exception {
        login();
        for (var path : List.of("/rounds?minutes=soon", "/rounds?minutes=-1", "/rounds?minutes=999999999999")) {
            var answer = send(at(path));
            assertThat(answer.statusCode()).as(path).isEqualTo(400);
            assertThat(answer.body()).contains("minutes must be a whole number");
        }
        assertThat(send(at("/transactions?id=nobody-knows-it")).body())
                .contains("No transaction has the id “nobody-knows-it”.");
    }

    @Test
    void a_rejected_callback_is_listed_with_its_status() throws Exception {
        login();
        var answer = wallet.send(HttpRequest.newBuilder(URI.create(wallet.address() + "/player?token=a&gameId=b"))
                .header("X-Svc-Timestamp", "17")
                .header("X-Svc-Signature", "nonsense")
                .build());
        assertThat(answer.status()).isEqualTo(401);
        assertThat(send(at("/callbacks")).body()).contains("GET /wallet/player").contains("401");
    }

    @Test
    void callbacks_transactions_rounds_and_players_lead_to_each_other_whatever_their_ids() throws Exception {
        login();
        for (var id : List.of("..", "a/b", "a b&c=d", "new", "<b>")) {
            wallet.send(SignedCallback.debit("bet " + id).round(id).player("player-1"));
            var encoded = URLEncoder.encode(id, StandardCharsets.UTF_8);
            var transaction = "/transactions?id=" + URLEncoder.encode("bet " + id, StandardCharsets.UTF_8);
            var round = "/round?account=player-1&amp;id=" + encoded;
            assertThat(send(at("/player?id=player-1")).body()).contains(round, transaction);
            assertThat(send(at(transaction)).body()).contains(round, "/player?id=player-1");
            assertThat(send(at(round.replace("&amp;", "&"))).body()).contains(transaction, "/player?id=player-1");
        }
        wallet.send(SignedCallback.debit("refused").player("player-1").stake("99999999"));
        assertThat(send(at("/callbacks")).body()).contains("/transactions?id=refused");
        assertThat(send(at("/transactions?id=refused")).body())
                .contains("Nothing is booked with the id “refused”", "409");
    }

    @Test
    void unauthorized_callbacks_do_not_displace_a_refused_callback_from_the_list() throws Exception {
        login();
        wallet.send(SignedCallback.debit("too-much").player("player-1").stake("99999999"));
        for (var i = 0; i < 600; i++) {
            var unsigned = HttpRequest.newBuilder(URI.create(wallet.address() + "/debit?" + "x".repeat(i)));
            assertThat(wallet.send(unsigned.build()).status()).isEqualTo(401);
        }
        assertThat(send(at("/callbacks")).body()).contains("POST /wallet/debit").contains("409", "401");
    }
}
