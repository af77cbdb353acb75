package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what all responses of the back office have in common, whatever they respond to and whoever chose the texts in them. */
class BackOfficeResponsesTest extends StaffedWallet {
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static final Pattern TOKEN = Pattern.compile("shown only once: <code>([^<]+)</code>");

    @BeforeEach
    void begin() {
        start(TestDatabase.H2);
    }

    private static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private String own(String line, String headers) {
        return line + "\r\nHost: " + URI.create(wallet.backOffice()).getAuthority() + "\r\nConnection: close\r\n"
                + headers + "\r\n";
    }

    @Test
    void every_error_has_the_headers_of_a_page() throws IOException {
        var requests = Map.of(
                own("GET /login", ""),
                400,
                own("get /login HTTP/1.1", ""),
                501,
                own("GET /login HTTP/1.2", ""),
                505,
                own("GET /login HTTP/1.1", "X: " + "x".repeat(40_000) + "\r\n"),
                431,
                own("POST /login HTTP/1.1", FORM + "Transfer-Encoding: chunked\r\n") + "nonsense\r\n\r\n",
                400,
                own("POST /login HTTP/1.1", "Content-Length: 0\r\n"),
                400,
                own("POST /login HTTP/1.1", FORM + "Origin: https://evil.example\r\nContent-Length: 0\r\n"),
                403,
                own("PUT /login HTTP/1.1", "Content-Length: 0\r\n"),
                405,
                own("GET /nowhere HTTP/1.1", ""),
                404,
                "GET /login HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
                421);
        for (var request : requests.entrySet()) {
            try (var caller = new RawCaller(wallet.backOffice())) {
                var response = caller.send(request.getKey()).readUntilClosed();
                assertThat(response).startsWith("HTTP/1.1 " + request.getValue() + " ");
                for (var header : List.of(
                        "Content-Security-Policy: default-src 'none';[^\r]*",
                        "X-Content-Type-Options: nosniff",
                        "Cache-Control: no-store",
                        "Referrer-Policy: same-origin",
                        "Content-Type: (text/plain; charset=utf-8|application/json)")) {
                    var name = header.substring(0, header.indexOf(':'));
                    assertThat(response).as(request.getKey()).containsPattern("(?i)\r\n" + header + "\r\n");
                    assertThat(Pattern.compile("(?i)\r\n" + name + ":")
                                    .matcher(response)
                                    .results())
                            .as(name)
                            .hasSize(1);
                }
            }
        }
    }

    @Test
    void a_head_for_a_file_records_no_download() throws Exception {
        var admin = admin();
        assertThat(admin.head("/players.csv").headers().firstValue("Content-Disposition"))
                .hasValueSatisfying(file -> assertThat(file).contains("players.csv"));
        assertThat(admin.get("/trail").body()).doesNotContain("players.csv");
        assertThat(admin.get("/players.csv").body()).contains("player-1");
        assertThat(admin.get("/trail").body()).contains("players.csv");
    }

    @Test
    void characters_that_reverse_or_hide_others_are_shown_as_their_numbers() throws Exception {
        var admin = admin();
        var id = "\u202eid\u200b";
        admin.post("/players", Map.of("id", id, "name", "\u2066na\u00adme\ufeff", "currency", "EUR", "opening", "5"));
        wallet.send(SignedCallback.debit("bet\u202e")
                .round("round\u2067")
                .player(id)
                .stake("1"));
        admin.post("/player/adjust", Map.of("id", id, "amount", "1", "reference", "r", "reason", "re\u202eason"));
        for (var path : List.of(
                "/players",
                "/player?id=" + encode(id),
                "/player?id=" + encode("nobody\u202e"),
                "/players?id=" + encode("nobody\u202e"),
                "/rounds?account=" + encode(id),
                "/round?account=" + encode(id) + "&id=" + encode("round\u2067"),
                "/transactions?id=" + encode("bet\u202e"),
                "/transactions?id=" + encode("nothing\u202e"),
                "/search?q=" + encode("nothing\u202e"),
                "/search?q=" + encode("r\u200d"),
                "/catalogue?q=" + encode("nothing\u202e"),
                "/callbacks",
                "/trail")) {
            var page = admin.get(path).body();
            assertThat(page.replaceAll(" value=\"[^\"]*\"", "")).as(path).doesNotContainPattern("[\\p{Cf}]");
        }
        var page = admin.get("/player?id=" + encode(id)).body();
        assertThat(page)
                .contains("<title>\\u2066na\\u00adme\\ufeff – back office</title>", "re\\u202eason")
                .as("forms send the id itself")
                .contains("name=\"id\" value=\"" + id + "\"");
    }

    @Test
    void a_cell_that_some_spreadsheet_takes_for_a_formula_begins_with_an_apostrophe() throws Exception {
        var admin = admin();
        for (var name : List.of("\uff1d1+1", "\uff0d1", "\u00a0=2", "\u200b=3", "harmless = 4")) {
            admin.post("/players", Map.of("id", "p " + name, "name", name, "currency", "EUR", "opening", "0"));
        }
        assertThat(admin.get("/players.csv").body())
                .contains("\"'\uff1d1+1\"", "\"'\uff0d1\"", "=2\"", "\"'\u200b=3\"", "\"harmless = 4\"")
                .doesNotContain("\"\u00a0=2\"", "\"=2\"");
    }

    @Test
    void reloading_the_page_with_a_new_token_shows_it_no_more_and_creates_no_other_session() throws Exception {
        var admin = admin();
        var next = location(admin.post("/player/session", Map.of("id", "player-1")));
        assertThat(admin.head(next).statusCode()).as("shows nothing").isEqualTo(200);
        assertThat(admin.get("/player?id=player-1").body()).doesNotContainPattern(TOKEN);
        var token = TOKEN.matcher(admin.get(next).body());
        assertThat(token.find()).isTrue();
        assertThat(next).doesNotContain(token.group(1));
        assertThat(wallet.send(SignedCallback.player("game", token.group(1))).status())
                .isEqualTo(200);
        assertThat(admin.get(next).body()).contains("Its token was shown once.").doesNotContain(token.group(1));
        assertThat(Pattern.compile("create session")
                        .matcher(admin.get("/trail").body())
                        .results())
                .hasSize(1);
    }

    @Test
    void a_new_token_is_shown_to_nobody_else() throws Exception {
        var admin = admin();
        var other = admin();
        var next = location(admin.post("/player/session", Map.of("id", "player-1")));
        assertThat(other.get(next).body()).doesNotContainPattern(TOKEN);
        assertThat(admin.get(next).body()).containsPattern(TOKEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "name=%zz", "name=%", "name=%e4%f6"})
    void a_body_that_is_no_form_is_refused_with_and_without_a_login(String body) throws Exception {
        for (var browser : List.of(admin(), new Browser(wallet))) {
            for (var path : List.of("/login", "/players", "/password")) {
                var response = browser.post(path, body);
                // Nobody's form leads to the login; no other form is accepted.
                var isAccepted = response.statusCode() < 400
                        && !response.headers().firstValue("Location").orElse("").startsWith("/login");
                assertThat(isAccepted).as(path + " " + body).isFalse();
            }
        }
        assertThat(admin().post("/players", "name=%zz").body()).contains("The body is not a form ", "percent sign");
    }

    @ParameterizedTest
    @CsvSource({
        "1e3, 0",
        "1E2, 0",
        "+5, 0",
        ".5, 0",
        "5., 0",
        "0x10, 0",
        "1\u202f0, 0",
        "10\u202f00, 0",
        "1\u202f0000, 0",
        "--5, 0",
        "\uff11, 0",
        "1 000, 0",
        "7, 700",
        "1\u202f000.50, 100050",
        "\u22121\u202f000, -100000",
        "-0.01, -1"
    })
    void an_amount_is_read_as_it_is_written_or_refused(String written, long minor) throws Exception {
        var admin = admin();
        var before = balance(1);
        var status = admin.adjust("player-1", written, "reference").statusCode();
        assertThat(status).isEqualTo(minor == 0 ? 400 : 303);
        assertThat(balance(1) - before).isEqualTo(minor);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u200b", "\u00a0", "\u2007", "\u202e", "\ufeff"})
    void a_reference_that_only_looks_like_another_books_nothing(String invisible) throws Exception {
        var admin = admin();
        assertThat(admin.adjust("player-1", "5", "deposit-1").statusCode()).isEqualTo(303);
        for (var reference : List.of("deposit-1" + invisible, invisible + "deposit-1", "deposit" + invisible + "-1")) {
            assertThat(admin.adjust("player-1", "5", reference).body()).contains("cannot be seen");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/player?id=%00",
                "/audit?account=%00",
                "/round?account=player-1&id=%00",
                "/transactions?id=a%00",
                "/search?q=%00"
            })
    void an_id_that_no_database_can_have_is_refused(String address) throws Exception {
        var refused = admin().get(address);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("contains the character U+0000");
    }

    @Test
    void a_database_that_fails_before_a_page_is_made_is_named_in_words() throws Exception {
        var admin = admin();
        execute("alter table people rename to people_away");
        try {
            for (var page : List.of("/players", "/campaigns", "/nothing", "/rounds.csv")) {
                var response = admin.get(page);
                assertThat(response.statusCode()).as(page).isEqualTo(503);
                assertThat(response.body())
                        .contains("The database did not answer")
                        .doesNotContain("{");
            }
            for (var form : List.of(
                    admin.adjust("player-1", "5", "reference"),
                    admin.post("/login", Map.of("name", "admin", "password", "x")))) {
                assertThat(form.statusCode()).isEqualTo(503);
                assertThat(form.body()).contains("Check whether your change was made");
            }
        } finally {
            execute("alter table people_away rename to people");
        }
    }

    private void execute(String statement) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    @Test
    void a_file_that_cannot_be_made_is_answered_with_a_page() throws Exception {
        var refused = admin().get("/rounds.csv?minutes=abc");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.headers().firstValue("Content-Disposition")).isEmpty();
        assertThat(refused.body()).contains("minutes");
        assertThat(admin().get("/trail.csv").body()).doesNotContain("rounds.csv");
        assertThat(admin().get("/rounds.csv?account=nobody").body())
                .isEqualTo(
                        "\"account\",\"round\",\"state\",\"opened\",\"stake\",\"currency\",\"paid\",\"currency\",\"debit\"\r\n");
    }
}
