package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.encode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.operatorkit.raw.RawClient;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests the properties that all responses of the back office share. */
class ResponsesTest extends OfficeTest {
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";

    ResponsesTest() {
        super(TestDatabase.H2);
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
            var response = RawClient.exchange(wallet.backOffice(), request.getKey());
            assertThat(response).startsWith("HTTP/1.1 " + request.getValue() + " ");
            for (var header : List.of(
                    "Content-Security-Policy: default-src 'none';[^\r]*",
                    "X-Content-Type-Options: nosniff",
                    "Cache-Control: no-store",
                    "Referrer-Policy: same-origin",
                    "Content-Type: (text/html; charset=utf-8|application/json)")) {
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

    @Test
    void a_database_that_fails_is_a_503_and_one_stack_trace() {
        var log = (Logger) LoggerFactory.getLogger(BackOffice.class);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        log.addAppender(lines);
        office.execute("alter table adjustment_requests rename to hidden");
        try {
            for (var i = 0; i < 5; i++) {
                assertThat(admin.get("/requests").statusCode()).isEqualTo(503);
            }
        } finally {
            office.execute("alter table hidden rename to adjustment_requests");
            log.detachAppender(lines);
        }
        assertThat(lines.list.stream().filter(line -> line.getThrowableProxy() != null))
                .hasSize(1);
    }

    @Test
    void a_head_for_a_file_records_no_download() {
        assertThat(admin.head("/players.csv").headers().firstValue("Content-Disposition"))
                .hasValueSatisfying(file -> assertThat(file).contains("players.csv"));
        assertThat(admin.page("/trail")).doesNotContain("players.csv");
        assertThat(admin.page("/players.csv")).contains("player-1");
        assertThat(admin.page("/trail")).contains("players.csv");
    }

    @Test
    void characters_that_reverse_or_hide_others_are_shown_as_their_numbers() {
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
                "/player?id=" + encode("absent\u202e"),
                "/players?id=" + encode("absent\u202e"),
                "/rounds?account=" + encode(id),
                "/round?account=" + encode(id) + "&id=" + encode("round\u2067"),
                "/transactions?id=" + encode("bet\u202e"),
                "/transactions?id=" + encode("nothing\u202e"),
                "/requests?account=" + encode("nothing\u202e"),
                "/callbacks",
                "/trail")) {
            var page = admin.page(path);
            assertThat(page.replaceAll(" value=\"[^\"]*\"", "")).as(path).doesNotContainPattern("[\\p{Cf}]");
        }
        var page = admin.page("/player?id=" + encode(id));
        assertThat(page)
                .contains("<title>\\u2066na\\u00adme\\ufeff – back office</title>", "re\\u202eason")
                .as("forms send the id itself")
                .contains("name=\"id\" value=\"" + id + "\"");
    }

    @Test
    void a_body_that_is_no_form_is_refused() {
        for (var body : List.of("", "name=%zz", "name=%", "name=%e4%f6")) {
            assertThat(office.visitor().post("/login", body).statusCode())
                    .as(body)
                    .isGreaterThanOrEqualTo(400);
        }
        assertThat(admin.post("/players", "name=%zz").body()).contains("The body is not a form ", "percent sign");
    }

    @Test
    void an_id_that_no_database_can_have_is_refused() {
        for (var address :
                List.of("/player?id=%00", "/round?account=player-1&id=%00", "/transactions?id=a%00", "/search?q=%00")) {
            var refused = admin.get(address);
            assertThat(refused.statusCode()).as(address).isEqualTo(400);
            assertThat(refused.body()).contains("contains the character U+0000");
        }
    }

    @Test
    void a_database_that_fails_before_a_page_is_made_is_named_in_words() {
        office.execute("alter table people rename to people_away");
        try {
            for (var page : List.of("/players", "/campaigns", "/nothing", "/rounds.csv")) {
                var response = admin.get(page);
                assertThat(response.statusCode()).as(page).isEqualTo(503);
                assertThat(response.body())
                        .contains("The database did not answer")
                        .doesNotContain("\"message\"");
            }
            for (var form : List.of(
                    admin.adjust("player-1", "5", "reference"),
                    admin.post("/login", Map.of("name", "admin", "password", "x")))) {
                assertThat(form.statusCode()).isEqualTo(503);
                assertThat(form.body()).contains("Check whether your change was made");
            }
        } finally {
            office.execute("alter table people_away rename to people");
        }
    }

    @Test
    void a_transaction_that_cannot_be_looked_up_is_a_503_on_pages_and_in_files() {
        office.execute("insert into unmatched_credits values ('win', 'player-1', 'round', 'bet', '5', now(), now())");
        office.execute("alter table ledger_archive rename to hidden_archive");
        try {
            for (var page : List.of("/unmatched", "/unmatched.csv", "/transactions?id=win")) {
                var response = admin.get(page);
                assertThat(response.statusCode()).as(page).isEqualTo(503);
                assertThat(response.body()).contains("The database did not answer");
            }
        } finally {
            office.execute("alter table hidden_archive rename to ledger_archive");
            office.execute("delete from unmatched_credits");
        }
    }

    @Test
    void while_the_database_is_in_doubt_each_page_says_why_and_nothing_is_booked() {
        office.execute("insert into history (id, place, beat, doubted) select 1, '', 0, false"
                + " where not exists (select 1 from history)");
        office.execute("update history set doubted = true");
        var why = "The database lacks movements that a wallet has answered.";
        await().until(() -> admin.page("/players").contains(why));
        assertThat(admin.adjust("player-1", "5", "in doubt").body())
                .contains("Nothing is booked in this database now. " + why);
        office.execute("update history set doubted = false");
        await().until(() -> !admin.page("/players").contains(why));
        assertThat(admin.adjust("player-1", "5", "in doubt").statusCode()).isEqualTo(303);
    }

    @Test
    void a_file_that_cannot_be_made_is_answered_with_a_page() {
        var refused = admin.get("/rounds.csv?minutes=abc");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.headers().firstValue("Content-Disposition")).isEmpty();
        assertThat(refused.body()).contains("minutes");
        assertThat(admin.page("/trail.csv")).doesNotContain("rounds.csv");
        assertThat(admin.page("/rounds.csv?account=absent").lines()).hasSize(1);
    }
}
