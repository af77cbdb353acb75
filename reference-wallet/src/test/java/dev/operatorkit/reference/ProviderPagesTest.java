package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.transcript.Filter;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the pages of the back office that call the provider: what costs money there is sent once, and its outcome is never guessed. */
class ProviderPagesTest extends StaffedWallet {
    private static final Map<String, String> CAMPAIGN = Map.of(
            "code",
            "SPRING",
            "name",
            "Spring",
            "amount",
            "0.20",
            "currency",
            "EUR",
            "games",
            "cherry-rush",
            "start",
            "2100-01-01",
            "end",
            "2100-01-31");
    private static final Map<String, String> BONUS =
            Map.of("campaign", "SPRING", "account", "player-1", "currency", "EUR", "bonus", "B-1", "rounds", "5");

    private Simulator simulator;
    private Browser admin;

    @BeforeEach
    void begin() throws Exception {
        simulator = Simulator.start(
                SimulatorSettings.local(Operator.of("demo", SecretKeys.of(WalletUnderTest.SECRET), null)));
        start(TestDatabase.H2);
        admin = admin();
    }

    @AfterEach
    void end() {
        simulator.close();
    }

    @Override
    String provider() {
        return simulator.address().toString();
    }

    private static Map<String, String> with(Map<String, String> form, String field, String value) {
        var changed = new HashMap<>(form);
        changed.put(field, value);
        return changed;
    }

    /** Returns how often the provider was asked for more than the catalogue and the list of campaigns. */
    private long countActions() {
        return simulator.callbackEngine().transcript().search(Filter.ALL, 0, 1000).stream()
                .filter(call -> !call.kind().endsWith("/games") && !call.kind().endsWith("/search"))
                .count();
    }

    /** Returns the page to which a form leads, and checks that its reload shows this no more and sends nothing. */
    private String shownOnce(String path, Map<String, String> form, String text) {
        var next = location(admin.post(path, form));
        var page = admin.get(next).body();
        assertThat(page).contains(text);
        var actions = countActions();
        assertThat(admin.get(next).body()).doesNotContain(text);
        assertThat(countActions()).isEqualTo(actions).isPositive();
        return page;
    }

    @Test
    void the_catalogue_shows_the_pictures_of_the_provider() {
        var catalogue = admin.get("/catalogue");
        assertThat(catalogue.body()).contains("<code>cherry-rush</code>", "<img src=\"" + provider());
        assertThat(catalogue.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("img-src 'self' https: data: " + provider()));
    }

    @Test
    void a_game_is_launched_once_however_often_its_page_is_reloaded() {
        var link = "href=\"" + provider();
        var money = shownOnce("/catalogue/launch", Map.of("play", "cherry-rush", "account", "player-1"), link);
        assertThat(money).contains("<h1>Cherry Rush is ready</h1>", "real money of Player 1 (player-1)");
        assertThat(shownOnce("/catalogue/launch", Map.of("demo", "cherry-rush"), link))
                .contains("<h1>Cherry Rush is ready</h1>", "This is a demo");
        var launched = location(admin.post("/catalogue/launch", Map.of("demo", "cherry-rush")));
        admin.get(launched);
        assertThat(admin.get(launched).body()).contains("The link to Cherry Rush was shown", "was shown once");
    }

    @Test
    void campaigns_and_codes_are_sent_once_however_often_their_page_is_reloaded() {
        assertThat(admin.post("/campaigns", with(CAMPAIGN, "start", "someday")).body())
                .contains("start must be a date such as 2030-01-31");
        assertThat(shownOnce("/campaigns", CAMPAIGN, "Campaign SPRING created."))
                .contains(">Spring</span></td>");
        shownOnce("/campaigns/codes", BONUS, "Bonus code B-1 created.");
        shownOnce("/campaigns/disable", Map.of("code", "SPRING"), "Campaign SPRING disabled.");
        assertThat(admin.post("/campaigns", with(CAMPAIGN, "formToken", "guessed"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(admin.get("/trail.csv?subject=SPRING").body())
                .contains("\"create campaign\",\"SPRING\",\"calls the provider", "\"disable campaign\",\"SPRING\"");
        assertThat(admin.get("/trail.csv?subject=player-1").body())
                .contains(
                        "bonus code B-1 of campaign SPRING, EUR, 5 rounds",
                        "\"was accepted by the provider: bonus code B-1 of campaign SPRING, EUR, 5 rounds\",\"done\"");
    }

    /** Whoever reads "refused" sends another code, and the player gets both (D-5). */
    @ParameterizedTest
    @EnumSource(names = {"API_ERROR", "API_GARBAGE"})
    void an_outcome_that_the_provider_does_not_confirm_is_no_refusal(FaultKind fault) {
        simulator.callbackEngine().faults().switchOn(fault, null, null, null, 1, null);
        var campaign = admin.post("/campaigns", CAMPAIGN);
        assertThat(campaign.statusCode()).isEqualTo(502);
        assertThat(campaign.body())
                .contains(
                        "Outcome unknown",
                        "may have processed it anyway",
                        "Look at the campaigns before",
                        "/campaigns");
        location(admin.post("/campaigns", CAMPAIGN));
        simulator.callbackEngine().faults().switchOn(fault, null, null, null, 1, null);
        assertThat(admin.post("/campaigns/codes", BONUS).body())
                .contains("Outcome unknown", "ask the provider whether the code exists");
        for (var subject : new String[] {"SPRING", "player-1"}) {
            assertThat(admin.get("/trail.csv?subject=" + subject).body())
                    .contains("\"was not confirmed by the provider: ", "\"unknown\"")
                    .doesNotContain("refused");
        }
        assertThat(admin.get("/trail").body()).contains("<span>unknown</span>").doesNotContain("<span>refused</span>");
    }

    @Test
    void a_refusal_of_the_provider_stands_under_the_same_subject_as_what_was_sent() {
        location(admin.post("/campaigns", CAMPAIGN));
        assertThat(admin.post("/campaigns", with(CAMPAIGN, "name", "Spring again"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(admin.get("/trail.csv?subject=SPRING").body())
                .contains("\"refused\"")
                .doesNotContain("unknown");
    }

    @ParameterizedTest
    @CsvSource({
        "account, nobody, There is no account",
        "currency, USD, The balance of player-1 is in EUR",
        "account, '', account is missing"
    })
    void a_bonus_code_that_nobody_could_redeem_is_not_sent(String field, String value, String problem) {
        location(admin.post("/campaigns", CAMPAIGN));
        assertThat(admin.post("/campaigns/codes", with(BONUS, field, value)).body())
                .contains(problem);
        assertThat(admin.get("/trail.csv").body())
                .contains("\"create bonus code\"")
                .doesNotContain("of campaign SPRING");
    }

    @ParameterizedTest
    @CsvSource({".", ".."})
    void a_campaign_that_could_not_be_disabled_is_not_created(String code) {
        assertThat(admin.post("/campaigns", with(CAMPAIGN, "code", code)).body())
                .contains("which a path cannot contain");
        assertThat(countActions()).isZero();
    }
}
