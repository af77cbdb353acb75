package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.http.ExactRoutes.Route;
import java.net.http.HttpResponse;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests people, roles, logins and the trail of the back office. */
class PeopleTest extends StaffedWallet {
    @Test
    void nobody_does_what_the_roles_do_not_permit_on_any_route() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        var people = Map.of(
                "",
                add(admin, "vera"),
                "cashier",
                add(admin, "carl", "cashier"),
                "approver",
                add(admin, "anna", "approver"));
        var forAdministrators =
                List.of("/people", "/people/amount", "/person", "/person/password", "/trail", "/trail.csv");
        var forApprovers = List.of("/request/approve", "/request/reject");
        var forAll = List.of("/login", "/logout", "/password", "/logins/end");
        for (var route : wallet.routes().getOrDefault(wallet.backOffice(), Set.of())) {
            var role = roleOf(route, forAdministrators, forApprovers, forAll);
            people.forEach((has, browser) -> {
                if (!role.isEmpty() && !role.equals(has)) {
                    var response = route.method().equals("GET")
                            ? browser.get(route.path())
                            : browser.post(route.path(), Map.of("id", "player-1", "name", "vera"));
                    assertThat(response.statusCode()).as(has + " " + route).isEqualTo(403);
                    assertThat(response.body()).contains("does not have the role " + role);
                }
            });
        }
        assertThat(admin.get("/trail").body()).contains("vera does not have the role administrator");
    }

    private static String roleOf(
            Route route, List<String> forAdministrators, List<String> forApprovers, List<String> forAll) {
        if (forAdministrators.contains(route.path())) {
            return "administrator";
        }
        if (forApprovers.contains(route.path())) {
            return "approver";
        }
        return route.method().equals("GET") || forAll.contains(route.path()) ? "" : "cashier";
    }

    @Test
    void a_role_taken_away_and_a_new_password_hold_from_the_next_request_on_at_every_node() throws Exception {
        start(TestDatabase.POSTGRES);
        var admin = admin();
        add(admin, "anna", "approver");
        try (var other = node("another-password")) {
            assertThat(folder.resolve("another-password"))
                    .as("there are people already")
                    .doesNotExist();
            var anna = new Browser(other);
            assertThat(anna.logIn("anna", NEW_PASSWORD)).isEqualTo(303);
            assertThat(anna.get("/players").statusCode()).isEqualTo(200);
            var changed = Map.of("name", "anna", "seen", "2", "enabled", "on");
            assertThat(location(admin.post("/person", changed))).contains("done=changed");
            assertThat(location(anna.get("/players"))).isEqualTo("/login?ended=1");
            assertThat(anna.logIn("anna", NEW_PASSWORD)).isEqualTo(303);
            assertThat(anna.decide("approve", "1").statusCode()).isEqualTo(403);
            assertThat(admin.post("/person", changed).body()).contains("Somebody has changed anna");

            var reset = admin.generated("/person/password", Map.of("name", "anna"));
            assertThat(location(anna.get("/players"))).isEqualTo("/login?ended=1");
            assertThat(anna.logIn("anna", NEW_PASSWORD)).isEqualTo(403);
            assertThat(anna.logIn("anna", reset)).isEqualTo(303);
        }
    }

    @Test
    void the_page_of_a_person_has_what_others_did_to_the_person_and_pages_say_what_failed() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        var carl = add(admin, "carl", "cashier");
        assertThat(admin.get("/person?name=carl").body()).contains("add person", "log in");
        assertThat(carl.get("/people").body()).contains("<h1>Not allowed</h1>");
        assertThat(carl.get("/rounds?minutes=x").body()).contains("<h1>Invalid input</h1>");
        assertThat(carl.adjust("player-1", "x", "r").body())
                .contains("<h1>Form not accepted</h1>", "Back button returns to the form");
        assertThat(carl.get("/nowhere").body())
                .contains("<h1>Page not found</h1>", "<a class=\"action second\" href=\"/players\">Go to Players</a>")
                .doesNotContain("Back button");
        var wrong = carl.post("/login", Map.of("name", "carl", "password", "wrong"));
        assertThat(wrong.body()).contains("value=\"carl\"");
    }

    @Test
    void whatever_is_unknown_is_named_and_its_page_leads_to_the_list_of_what_there_is() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        add(admin, "carl", "cashier");
        assertMissing(admin.get("/player?id=nobody"), "Account", "/players");
        assertMissing(admin.get("/player.csv?id=nobody"), "Account", "/players");
        assertMissing(admin.adjust("nobody", "1", "r"), "Account", "/players");
        assertMissing(
                admin.post("/catalogue/launch", Map.of("account", "nobody", "play", "a-game")), "Account", "/players");
        assertMissing(admin.get("/person?name=nobody"), "Person", "/people");
        assertMissing(admin.post("/person", Map.of("name", "nobody", "seen", "1")), "Person", "/people");
        assertMissing(admin.get("/request?id=99"), "Request", "/requests");
        assertMissing(admin.decide("approve", "99"), "Request", "/requests");
        assertMissing(admin.get("/round?account=player-1&id=nothing"), "Round", "/rounds");
        var transaction = admin.get("/transactions?id=nothing");
        assertThat(transaction.body())
                .contains("<h1>Transaction not found</h1>", "No transaction has the id “nothing”.");
    }

    private static void assertMissing(HttpResponse<String> response, String what, String list) {
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body())
                .contains("<h1>" + what + " not found</h1>", "<a class=\"action second\" href=\"" + list + "\">");
    }

    @Test
    void the_trail_names_who_acted_without_a_login() throws Exception {
        url = TestDatabase.H2.freshUrl();
        wallet = node("password");
        var admin = admin();
        admin.post("/login", Map.of("name", "admin", "password", "wrong"));
        try (var connection = DriverManager.getConnection(url);
                var insert = connection.prepareStatement(
                        "insert into trail (created_at, person, address, action, subject, detail, done) values"
                            + " (current_timestamp, '', 'bin/wallet people by root on host', 'add person', 'ada', '',"
                            + " true)")) {
            insert.executeUpdate();
        }
        var rows = Pattern.compile("<tr role=\"row\">(.*?)</tr>", Pattern.DOTALL)
                .matcher(admin.get("/trail").body())
                .results()
                .map(row -> row.group(1).replaceAll("<[^>]*>", " ").replaceAll("\\s+", " "))
                .toList();
        assertThat(rows).anyMatch(row -> row.contains(" (wallet) add person admin "));
        assertThat(rows).anyMatch(row -> row.contains(" (command line) add person ada "));
        assertThat(rows).anyMatch(row -> row.contains(" (not logged in) log in "));
    }

    @Test
    void the_last_administrator_stays_and_two_cannot_remove_each_other() throws Exception {
        start(TestDatabase.POSTGRES);
        var admin = admin();
        assertThat(admin.post("/person", Map.of("name", "admin", "seen", "1", "enabled", "on"))
                        .body())
                .contains("is the last administrator");
        var ada = add(admin, "ada", "administrator");
        var removals = List.of(
                CompletableFuture.supplyAsync(() -> ada.post("/person", Map.of("name", "admin", "seen", "1"))),
                CompletableFuture.supplyAsync(() -> admin.post("/person", Map.of("name", "ada", "seen", "2"))));
        assertThat(removals.stream()
                        .map(CompletableFuture::join)
                        .filter(response -> response.statusCode() == 303
                                && response.headers()
                                        .firstValue("Location")
                                        .orElse("")
                                        .startsWith("/people")))
                .hasSize(1);
    }

    @Test
    @Tag("thorough")
    void names_are_one_spelling_and_passwords_are_not_cut() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        for (var wrong : List.of("аdam", "a b", "=1+1", "x", "system", "a\nb", "é1", "../x", "a".repeat(41))) {
            assertThat(admin.post("/people", form(wrong)).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        var vera = addWithFirstLogin(admin, "vera");
        rehash("vera");
        assertThat(admin.post("/people", form(" VERA ")).body()).contains("Names are not used twice");
        assertThat(vera.logIn(" Vera", NEW_PASSWORD)).isEqualTo(303);
        var beginning = "x".repeat(80);
        for (var wrong : List.of("short", "x".repeat(201), NEW_PASSWORD)) {
            assertThat(vera.post("/password", Map.of("current", NEW_PASSWORD, "new", wrong, "again", wrong))
                            .statusCode())
                    .isEqualTo(400);
        }
        var last = Map.of("current", NEW_PASSWORD, "new", beginning + "1", "again", beginning + "1");
        assertThat(vera.post("/password", last).statusCode()).isEqualTo(303);
        assertThat(vera.logIn("vera", beginning + "2")).isEqualTo(403);
        assertThat(admin.get("/trail").body()).doesNotContain(beginning, NEW_PASSWORD);
    }

    @Test
    void a_login_ends_after_a_quarter_of_an_hour_without_a_request_and_nothing_is_done_then() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        clock.forward(Duration.ofMinutes(14));
        assertThat(admin.get("/players").statusCode()).isEqualTo(200);
        clock.forward(Duration.ofMinutes(14));
        assertThat(admin.get("/players").statusCode()).as("used meanwhile").isEqualTo(200);
        clock.forward(Duration.ofMinutes(16));
        assertThat(location(admin.adjust("player-1", "5", "late"))).isEqualTo("/login?ended=1");
        assertThat(admin.get("/login?ended=1").body()).contains("nothing was saved");
        var again = admin();
        assertThat(again.get("/player?id=player-1").body()).doesNotContain("admin: test");
        assertThat(again.get("/trail").body()).contains("time out");
    }

    @Test
    void text_that_looks_like_a_formula_or_a_second_line_is_harmless_in_trail_and_csv() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        var forged = "=1+1\n2026-01-01 adam approved \u202e";
        admin.post("/player/adjust", Map.of("id", "player-1", "amount", "-12.50", "reference", "r", "reason", forged));
        assertThat(admin.get("/trail.csv").body()).contains("\\u000a2026-01-01 adam approved \\u202e");
        assertThat(admin.get("/player.csv?id=player-1").body()).contains(",-12.50,EUR,");
        admin.post("/players", Map.of("id", "=cmd", "name", "\"=x", "currency", "EUR", "opening", "0"));
        var players = admin.get("/players.csv");
        assertThat(players.body()).contains("\"'=cmd\",\"\"\"=x\",0.00,EUR,");
        assertThat(players.headers().firstValue("Content-Type")).hasValue("text/csv; charset=utf-8");
        assertThat(players.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void only_an_approver_loosens_limits() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        var carl = add(admin, "carl", "cashier");
        assertThat(location(carl.post("/player/limits", limits("", "50", "2999-01-01", "", ""))))
                .contains("limited");
        assertThat(carl.post("/player/limits", limits("", "50", "", "50.00", "2999-01-01"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(location(admin.post("/player/limits", limits("", "60", "", "50.00", "2999-01-01"))))
                .contains("limited");
    }

    private static Map<String, String> limits(
            String stakes, String loss, String until, String seenLoss, String seenUntil) {
        var fields =
                new HashMap<>(Map.of("id", "player-1", "reason", "asked", "stakeLimit", stakes, "lossLimit", loss));
        fields.putAll(Map.of("excludedUntil", until, "seenStakeLimit", "", "seenLossLimit", seenLoss));
        fields.put("seenExcludedUntil", seenUntil);
        return fields;
    }

    @Test
    void the_command_line_adds_people_before_the_first_start_and_recovers_an_administrator() throws Exception {
        url = TestDatabase.H2.freshUrl();
        assertThat(Main.run(Map.of(), "people", "--db", url, "--add", "ada", "--role", "administrator"))
                .isZero();
        assertThat(Main.run(Map.of(), "people", "--db", url, "--add", "ada")).isNotZero();
        assertThat(Main.run(Map.of(), "people", "--db", url, "--recover", "nobody-here"))
                .isNotZero();
        assertThat(Main.run(Map.of(), "people", "--db", url, "--recover", "ada"))
                .isZero();
        assertThat(Main.run(Map.of(), "people", "--db", url)).isZero();
        wallet = node("password");
        assertThat(folder.resolve("password")).doesNotExist();
    }

    @Test
    void every_page_of_a_long_list_is_reached_and_none_shows_an_entry_twice() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        var all = IntStream.range(0, 230).mapToObj("p-%03d"::formatted).toList();
        all.forEach(id -> admin.post("/players", Map.of("id", id, "currency", "EUR", "opening", "0")));
        var seen = new ArrayList<String>();
        var next = "/players?id=p-";
        while (!next.isEmpty()) {
            var page = admin.get(next).body();
            Pattern.compile(">(p-\\d{3})</a>").matcher(page).results().forEach(found -> seen.add(found.group(1)));
            var link = Pattern.compile("<a href=\"([^\"]+)\">Next page").matcher(page);
            next = link.find() ? link.group(1).replace("&amp;", "&") : "";
        }
        assertThat(seen).containsExactlyElementsOf(all);
        assertThat(admin.get("/players.csv?id=p-").body().lines()).hasSize(231);
        assertThat(admin.get("/trail?before=abc").statusCode()).isEqualTo(400);
    }
}
