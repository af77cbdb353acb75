package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.location;
import static dev.operatorkit.reference.backoffice.Office.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the pages that create players, adjust their balances, exclude them and start their sessions. */
class PlayerPagesTest extends OfficeTest {
    private static final Pattern SESSION_TOKEN = Pattern.compile("shown only once: <code>([^<]+)</code>");

    PlayerPagesTest() {
        super(TestDatabase.H2);
    }

    private static Map<String, String> newPlayer(String id, String opening) {
        return Map.of("id", id, "currency", "EUR", "opening", opening);
    }

    @Test
    void an_account_id_that_no_callback_could_name_is_refused() {
        for (var id : List.of("a\tb", "a\u0085b", "x".repeat(256), "\ud83d\ude00".repeat(256))) {
            var refused = admin.post("/players", newPlayer(id, "1"));
            assertThat(refused.statusCode()).as(id).isEqualTo(400);
            assertThat(refused.body()).contains("1 to 255 characters and no control characters");
        }
        location(admin.post("/players", newPlayer("\ud83d\ude00".repeat(255), "1")));
    }

    @Test
    void a_player_is_created_and_adjusted_once_per_reference() {
        location(admin.post("/players", newPlayer("alice", "12.50")));
        assertThat(location(admin.adjust("alice", "-2.25", "one"))).isEqualTo("/player?id=alice&done=adjusted");
        assertThat(location(admin.adjust("alice", "-2.25", "one"))).isEqualTo("/player?id=alice&done=repeated");
        assertThat(admin.adjust("alice", "-3.25", "one").body())
                .contains("The reference one was already used for -2.25 EUR on account alice.");
        assertThat(admin.page("/player?id=alice")).contains("10.25 EUR", "admin: test");
        assertThat(admin.adjust("alice", "-10.26", "two").statusCode()).isEqualTo(400);
    }

    @Test
    void a_new_token_is_shown_once_to_its_visitor_only_and_reloading_creates_no_other_session() {
        var player = office.nextPlayer();
        var next = location(admin.post("/player/session", Map.of("id", player)));
        assertThat(office.admin().page(next)).as("another login").doesNotContainPattern(SESSION_TOKEN);
        assertThat(admin.head(next).statusCode()).as("shows nothing").isEqualTo(200);
        assertThat(admin.page("/player?id=" + player)).doesNotContainPattern(SESSION_TOKEN);
        var token = SESSION_TOKEN.matcher(admin.page(next));
        assertThat(token.find()).isTrue();
        assertThat(next).doesNotContain(token.group(1));
        assertThat(wallet.send(SignedCallback.player("game", token.group(1)))
                        .get("accountId")
                        .textValue())
                .isEqualTo(player);
        assertThat(admin.page(next)).contains("Its token was shown once.").doesNotContain(token.group(1));
        assertThat(admin.page("/trail.csv?subject=" + player)).containsOnlyOnce("\"create session\"");
    }

    private static Map<String, String> exclusion(String player, String until) {
        return Map.of("id", player, "excludedUntil", until, "reason", "asked");
    }

    @Test
    void an_excluded_player_cannot_bet_and_only_an_approver_shortens_the_exclusion() {
        var player = office.nextPlayer();
        var bet = SignedCallback.debit("before").player(player).stake("4");
        assertThat(wallet.send(bet).status()).isEqualTo(200);
        location(admin.post("/player/exclude", exclusion(player, "2999-01-31")));
        assertThat(admin.page("/player?id=" + player)).contains("<dd>2999-01-31</dd>");
        assertThat(wallet.send(SignedCallback.debit("after").player(player).stake("0.01"))
                        .body())
                .contains("the player is self-excluded");
        assertThat(wallet.send(bet).status()).isEqualTo(200);

        var carl = office.add("carl", "cashier");
        for (var shorter : List.of("", "2999-01-30")) {
            assertThat(carl.post("/player/exclude", exclusion(player, shorter)).body())
                    .contains("does not have the role approver");
        }
        location(carl.post("/player/exclude", exclusion(player, "2999-02-01")));
        location(admin.post("/player/exclude", exclusion(player, "")));
        assertThat(admin.page("/trail.csv?subject=" + player)).contains("until 2999-02-01 → not excluded: asked");
    }

    @Test
    void a_form_with_an_invalid_exclusion_changes_nothing_and_says_why() {
        var player = office.nextPlayer();
        for (var wrong : List.of("2001-01-31", "someday", "+99999-01-01")) {
            var answer = admin.post("/player/exclude", exclusion(player, wrong));
            assertThat(answer.statusCode()).as(wrong).isEqualTo(400);
            assertThat(answer.body()).contains("excludedUntil must be");
        }
        var cutOff = Map.of("id", player, "reason", "asked");
        assertThat(admin.post("/player/exclude", cutOff).body()).contains("excludedUntil is missing");
        assertThat(wallet.send(SignedCallback.debit("free").player(player).stake("100"))
                        .status())
                .isEqualTo(200);
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
    void an_amount_is_read_as_it_is_written_or_refused(String written, long minor) {
        var player = office.nextPlayer();
        assertThat(admin.adjust(player, written, "amount of " + player).statusCode())
                .isEqualTo(minor == 0 ? 400 : 303);
        assertThat(office.balance(player)).isEqualTo(Office.OPENING_BALANCE + minor);
    }

    @Test
    void text_that_looks_like_a_formula_or_a_second_line_is_harmless_in_trail_and_csv() {
        var player = office.nextPlayer();
        var forged = "=1+1\n2026-01-01 adam approved \u202e";
        admin.post("/player/adjust", Map.of("id", player, "amount", "-12.50", "reference", "r", "reason", forged));
        assertThat(admin.page("/trail.csv")).contains("\\u000a2026-01-01 adam approved \\u202e");
        assertThat(admin.page("/player.csv?id=" + player)).contains(",-12.50,\"EUR\",");
        for (var name : List.of("\"=x", "\uff1d1+1", "\uff0d1", "\u00a0=2", "\u200b=3", "harmless = 4")) {
            admin.post("/players", with(newPlayer("=" + name, "0"), "name", name));
        }
        var players = admin.get("/players.csv");
        assertThat(players.body())
                .contains("\"'=\"\"=x\",\"'\"\"=x\",0.00,\"EUR\",")
                .contains("\"'\uff1d1+1\"", "\"'\uff0d1\"", "=2\"", "\"'\u200b=3\"", "\"harmless = 4\"")
                .doesNotContain("\"\u00a0=2\"", "\"=2\"");
        assertThat(players.headers().firstValue("Content-Type")).hasValue("text/csv; charset=utf-8");
        assertThat(players.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void every_page_of_a_long_list_is_reached_and_none_shows_an_entry_twice() {
        var all = IntStream.range(0, 230).mapToObj("p-%03d"::formatted).toList();
        all.forEach(id -> admin.post("/players", newPlayer(id, "0")));
        var seen = new ArrayList<String>();
        var next = "/players?id=p-";
        while (!next.isEmpty()) {
            var page = admin.page(next);
            Pattern.compile(">(p-\\d{3})</a>").matcher(page).results().forEach(found -> seen.add(found.group(1)));
            var link = Pattern.compile("<a href=\"([^\"]+)\">Next page").matcher(page);
            next = link.find() ? link.group(1).replace("&amp;", "&") : "";
        }
        assertThat(seen).containsExactlyElementsOf(all);
        assertThat(admin.page("/players.csv?id=p-").lines()).hasSize(231);
        assertThat(admin.get("/trail?after=abc").statusCode()).isEqualTo(400);
    }
}
