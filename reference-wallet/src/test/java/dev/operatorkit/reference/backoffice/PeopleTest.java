package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.form;
import static dev.operatorkit.reference.backoffice.Office.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.backoffice.Office.Visitor;
import dev.operatorkit.reference.http.ExactRoutes.Route;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the people of the back office, their roles, and the trail of their changes, on PostgreSQL. */
class PeopleTest extends OfficeTest {
    private static final Set<String> FOR_ADMINISTRATORS =
            Set.of("/people", "/people/amount", "/person", "/person/password", "/trail", "/trail.csv");
    private static final Set<String> FOR_APPROVERS = Set.of("/request/approve", "/request/reject");
    private static final Set<String> FOR_ALL = Set.of("/login", "/logout", "/password", "/logins/end", "/audit");

    private Visitor carl;

    PeopleTest() {
        super(TestDatabase.POSTGRES);
    }

    @BeforeAll
    void addCashier() {
        carl = office.add("carl", "cashier");
    }

    @Test
    void a_request_without_the_role_of_its_route_is_refused() {
        var people = Map.of("", office.add("vera"), "cashier", carl, "approver", office.add("anna", "approver"));
        for (var route : office.wallet.routes().getOrDefault(office.wallet.backOffice(), Set.of())) {
            var role = roleOf(route);
            people.forEach((has, visitor) -> {
                if (!role.isEmpty() && !role.equals(has)) {
                    var response = route.method().equals("GET")
                            ? visitor.get(route.path())
                            : visitor.post(route.path(), Map.of("id", "player-1", "name", "vera"));
                    assertThat(response.statusCode()).as(has + " " + route).isEqualTo(403);
                    assertThat(response.body()).contains("does not have the role " + role);
                }
            });
        }
        assertThat(admin.page("/trail.csv")).contains("vera does not have the role administrator");
    }

    private static String roleOf(Route route) {
        if (FOR_ADMINISTRATORS.contains(route.path())) {
            return "administrator";
        }
        if (FOR_APPROVERS.contains(route.path())) {
            return "approver";
        }
        return route.method().equals("GET") || FOR_ALL.contains(route.path()) ? "" : "cashier";
    }

    @Test
    void a_role_taken_away_and_a_new_password_hold_from_the_next_request_on_at_every_node() {
        office.add("nina", "approver");
        try (var other = office.startNode("another-password")) {
            assertThat(folder.resolve("another-password"))
                    .as("there are people already")
                    .doesNotExist();
            var nina = office.visitorOf(other);
            assertThat(nina.logIn("nina", Office.NEW_PASSWORD)).isEqualTo(303);
            assertThat(nina.get("/players").statusCode()).isEqualTo(200);
            var changed = Map.of("name", "nina", "seen", "2", "enabled", "on");
            assertThat(location(admin.post("/person", changed))).contains("done=changed");
            assertThat(location(nina.get("/players"))).isEqualTo("/login?ended=1");
            assertThat(nina.logIn("nina", Office.NEW_PASSWORD)).isEqualTo(303);
            assertThat(nina.decide("approve", "1").statusCode()).isEqualTo(403);
            assertThat(admin.post("/person", changed).body()).contains("nina has been changed meanwhile");

            var reset = admin.generated("/person/password", Map.of("name", "nina"));
            assertThat(location(nina.get("/players"))).isEqualTo("/login?ended=1");
            assertThat(nina.logIn("nina", Office.NEW_PASSWORD)).isEqualTo(403);
            assertThat(nina.logIn("nina", reset)).isEqualTo(303);
        }
    }

    @Test
    void the_last_administrator_stays_and_two_cannot_remove_each_other(@TempDir Path other) {
        try (var office = new Office(TestDatabase.POSTGRES.freshUrl(), other, provider())) {
            var admin = office.admin();
            assertThat(admin.post("/person", Map.of("name", "admin", "seen", "1", "enabled", "on"))
                            .body())
                    .contains("is the last administrator");
            var ada = office.add("ada", "administrator");
            var removals = List.of(
                    CompletableFuture.supplyAsync(() -> ada.post("/person", Map.of("name", "admin", "seen", "1"))),
                    CompletableFuture.supplyAsync(() -> admin.post("/person", Map.of("name", "ada", "seen", "2"))));
            assertThat(removals.stream()
                            .map(CompletableFuture::join)
                            .filter(response -> response.statusCode() == 303
                                    && location(response).startsWith("/people")))
                    .hasSize(1);
        }
    }

    @Test
    void names_are_one_spelling() {
        for (var wrong : List.of("аdam", "a b", "=1+1", "x", "system", "a\nb", "é1", "../x", "a".repeat(41))) {
            assertThat(admin.post("/people", form(wrong)).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        assertThat(admin.post("/people", form(" CARL ")).body()).contains("Names are not used twice");
        assertThat(office.visitor().logIn(" Carl", Office.NEW_PASSWORD)).isEqualTo(303);
    }

    @Test
    void a_page_names_the_failure_and_leads_on() {
        assertThat(carl.page("/people")).contains("<h1>Not allowed</h1>");
        assertThat(carl.page("/rounds?minutes=x")).contains("<h1>Invalid input</h1>");
        assertThat(carl.adjust("player-1", "x", "r").body())
                .contains("<h1>Form not accepted</h1>", "Back button returns to the form");
        assertThat(carl.page("/nowhere"))
                .contains("<h1>Page not found</h1>", "<a class=\"action second\" href=\"/players\">Go to Players</a>")
                .doesNotContain("Back button");
        for (var missing : List.of(
                admin.get("/player?id=absent"),
                admin.get("/player.csv?id=absent"),
                admin.adjust("absent", "1", "r"),
                admin.post("/campaigns/codes", Map.of("account", "absent")),
                admin.get("/person?name=absent"),
                admin.post("/person", Map.of("name", "absent", "seen", "1")),
                admin.get("/request?id=99"),
                admin.decide("approve", "99"),
                admin.get("/round?account=player-1&id=nothing"))) {
            assertThat(missing.statusCode()).isEqualTo(404);
            assertThat(missing.body()).contains("<h1>Not found</h1>");
        }
    }

    @Test
    void the_trail_names_who_acted_without_a_login() {
        office.visitor().post("/login", Map.of("name", "admin", "password", "wrong"));
        office.execute("insert into trail (created_at, person, address, action, subject, detail, done) values"
                + " (current_timestamp, '', 'bin/wallet people by root on host', 'add person', 'ada', '', true)");
        assertThat(rowsOf("?subject=admin")).anyMatch(row -> row.contains(" (wallet) add person admin "));
        assertThat(rowsOf("?subject=ada")).anyMatch(row -> row.contains(" (command line) add person ada "));
        assertThat(rowsOf("")).anyMatch(row -> row.contains(" (not logged in) log in "));
    }

    private List<String> rowsOf(String filter) {
        return Pattern.compile("<tr role=\"row\">(.*?)</tr>", Pattern.DOTALL)
                .matcher(admin.page("/trail" + filter))
                .results()
                .map(row -> row.group(1).replaceAll("<[^>]*>", " ").replaceAll("\\s+", " "))
                .toList();
    }
}
