package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.location;
import static dev.operatorkit.reference.backoffice.Office.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.backoffice.Office.Visitor;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests the pages that call the provider, which is a simulator: each form is sent once, however often its page is reloaded. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProviderPagesTest {
    private Simulator simulator;
    private String provider = "";
    private Office office;
    private Visitor admin;

    @BeforeAll
    void open(@TempDir Path folder) {
        simulator = Simulator.start(
                SimulatorSettings.local(Operator.of("demo", SecretKeys.of(WalletUnderTest.SECRET), null)));
        provider = simulator.address().toString();
        office = new Office(TestDatabase.H2.freshUrl(), folder, provider);
        admin = office.admin();
    }

    @AfterAll
    void close() {
        office.close();
        simulator.close();
    }

    private static Map<String, String> campaign(String code) {
        var form = new HashMap<>(Map.of("code", code, "name", "Spring", "amount", "0.20", "currency", "EUR"));
        form.putAll(Map.of("games", "cherry-rush", "start", "2100-01-01", "end", "2100-01-31"));
        return form;
    }

    private static Map<String, String> bonus(String campaign, String player) {
        return Map.of(
                "campaign", campaign, "account", player, "currency", "EUR", "bonus", "B-" + campaign, "rounds", "5");
    }

    private int countCalls() {
        return admin.page("/trail.csv").split(ProviderPages.ATTEMPT, -1).length;
    }

    /** Returns the page to which a form leads, and checks that its reload shows this no more and sends nothing. */
    private String shownOnce(String path, Map<String, String> form, String text) {
        var next = location(admin.post(path, form));
        var page = admin.page(next);
        assertThat(page).contains(text);
        var calls = countCalls();
        assertThat(admin.page(next)).doesNotContain(text);
        assertThat(countCalls()).isEqualTo(calls);
        return page;
    }

    @Test
    void the_catalogue_shows_the_pictures_of_the_provider() {
        var catalogue = admin.get("/catalogue");
        assertThat(catalogue.body()).contains("<code>cherry-rush</code>", "<img src=\"" + provider);
        assertThat(catalogue.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("img-src 'self' https: data: " + provider));
    }

    @Test
    void a_game_is_launched_once_however_often_its_page_is_reloaded() {
        var player = office.nextPlayer();
        var link = "href=\"" + provider;
        var money = shownOnce("/catalogue/launch", Map.of("play", "cherry-rush", "account", player), link);
        assertThat(money).contains("<h1>Cherry Rush is ready</h1>", "real money of ", "(" + player + ")");
        assertThat(shownOnce("/catalogue/launch", Map.of("demo", "cherry-rush"), link))
                .contains("<h1>Cherry Rush is ready</h1>", "This is a demo");
    }

    @Test
    void campaigns_and_codes_are_sent_once_however_often_their_page_is_reloaded() {
        var player = office.nextPlayer();
        assertThat(admin.post("/campaigns", with(campaign("SPRING"), "start", "someday"))
                        .body())
                .contains("start must be a date such as 2030-01-31");
        assertThat(shownOnce("/campaigns", campaign("SPRING"), "Campaign SPRING created."))
                .contains(">Spring</span></td>");
        shownOnce("/campaigns/codes", bonus("SPRING", player), "Bonus code B-SPRING created.");
        assertThat(admin.post("/campaigns", with(campaign("SPRING"), "name", "Spring again"))
                        .statusCode())
                .isEqualTo(400);
        shownOnce("/campaigns/disable", Map.of("code", "SPRING"), "Campaign SPRING disabled.");
        assertThat(admin.page("/trail.csv?subject=SPRING"))
                .contains("\"create campaign\",\"SPRING\",\"calls the provider", "\"disable campaign\",\"SPRING\"")
                .contains("\"refused\"")
                .doesNotContain("unknown");
        assertThat(admin.page("/trail.csv?subject=" + player))
                .contains(
                        "bonus code B-SPRING of campaign SPRING, EUR, 5 rounds",
                        "\"was accepted by the provider: bonus code B-SPRING of campaign SPRING, EUR, 5"
                                + " rounds\",\"done\"");
    }

    @Test
    void a_bonus_code_that_no_player_could_redeem_is_not_sent() {
        var player = office.nextPlayer();
        location(admin.post("/campaigns", campaign("SUMMER")));
        var right = bonus("SUMMER", player);
        for (var wrong : List.of(
                List.of("account", "absent", "There is no account"),
                List.of("currency", "USD", "The balance of " + player + " is in EUR"),
                List.of("account", "", "account is missing"))) {
            assertThat(admin.post("/campaigns/codes", with(right, wrong.get(0), wrong.get(1)))
                            .body())
                    .contains(wrong.get(2));
        }
        assertThat(admin.page("/trail.csv")).doesNotContain("of campaign SUMMER");
    }

    @Test
    void a_campaign_that_could_not_be_disabled_is_not_created() {
        for (var code : List.of(".", "..")) {
            assertThat(admin.post("/campaigns", campaign(code)).body()).contains("which a path cannot contain");
        }
    }
}
