package dev.operatorkit.reference;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Response;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.Look;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests the back office in a browser, with a simulator as the provider. */
@ExtendWith(Browser.class)
@ResourceLock(Browser.LOCK)
class BackOfficePagesTest {
    @TempDir
    private static Path folder;

    private static BackOfficeVisit visit;

    @BeforeAll
    static void begin() throws Exception {
        visit = new BackOfficeVisit(folder);
    }

    @AfterAll
    static void end() {
        visit.close();
    }

    @Test
    void every_page_is_accessible_and_fits_the_viewport() {
        var look = new Look();
        visit.leave();
        look.at(visit.page, "login");
        visit.login();
        BackOfficeStock.fill(visit).forEach((name, path) -> {
            visit.window.open(path, 400);
            look.at(visit.page, name);
        });
        BackOfficeStock.launch(visit);
        look.at(visit.page, "launched");
        assertThat(look.wrong()).isEmpty();
    }

    @Test
    void a_player_can_be_created_adjusted_and_traced_to_a_transaction_by_keyboard() {
        visit.login();
        visit.type("Account id", "alice");
        visit.type("Display name", "Alice");
        visit.type("Opening balance", "12.50");
        visit.page.keyboard().press("Enter");
        visit.sees("Alice");
        visit.seesNotice("Player created.");

        visit.type("Amount (negative to withdraw)", "-2.25");
        visit.type("Reason", "a test");
        visit.page.keyboard().press("Enter");
        visit.seesNotice("Balance adjusted.");
        var newest = entries().first();
        assertThat(newest).containsText("-2.25 EUR");
        assertThat(newest).containsText("10.25 EUR");
        assertThat(newest).containsText("back office: a test");

        visit.press(visit.button("Create session"));
        visit.seesNotice("Session created.");
        var token = visit.page.locator(".notice code").textContent();
        assertThat(visit.wallet
                        .send(SignedCallback.player("cherry-rush", token))
                        .get("accountId")
                        .textValue())
                .isEqualTo("alice");
        visit.press(visit.button("End all sessions"));
        visit.seesNotice("1 session ended.");

        visit.wallet.send(
                SignedCallback.debit("bet-1").round("round-1").player("alice").stake("0.25"));
        visit.press(visit.link("Rounds"));
        visit.sees("Rounds");
        assertThat(visit.page.locator("tbody")).containsText("round-1");
        visit.press(visit.link("bet-1"));
        visit.sees("Transaction bet-1");
        assertThat(visit.page.locator("dl")).containsText("10.00");
        visit.press(visit.link("alice"));
        visit.sees("Alice");
        assertThat(entries()).hasCount(3);

        visit.press(visit.button("Log out"));
        visit.sees("Back office");
        visit.page.navigate("/players");
        visit.sees("Back office");
    }

    private static Locator entries() {
        return visit.part("Entries").locator("tbody tr");
    }

    @Test
    void a_game_is_launched_for_a_player_and_as_a_demo() {
        visit.login();
        var before = launches();
        visit.simulator.catalogue().makeAvailable("demo", "ruby-falls", false);
        visit.page.navigate("/player?id=player-1");
        visit.button("Launch a game as this player").click();
        visit.sees("Catalogue");
        assertThat(visit.field("Account id")).hasValue("player-1");
        var games = visit.page.locator(".games li");
        assertThat(games.filter(new FilterOptions().setHasText("ruby-falls"))).containsText("not available");
        var artwork = games.first().locator("img");
        visit.page.waitForCondition(() -> (Boolean) artwork.evaluate("picture => picture.naturalWidth > 0"));
        visit.field("Account id").press("Enter");
        visit.button("Play Cherry Rush").click();
        opened("EUR · Player 1");
        visit.page.navigate("/catalogue");
        visit.button("Play a demo of Cherry Rush").click();
        opened("FUN");
        assertThat(launches()).as("the Enter key launched no game").isEqualTo(before + 2);
    }

    private static long launches() {
        return visit.window.asked().stream()
                .filter(url -> url.endsWith("/catalogue/launch"))
                .count();
    }

    private static void opened(String mode) {
        assertThat(visit.link("Open the game")).isFocused();
        var game = visit.page.waitForPopup(() -> visit.page.keyboard().press("Enter"));
        assertThat(game.locator(".mode")).containsText(mode);
        assertThat(game.url()).startsWith(visit.simulator.address() + "/play/");
        game.close();
    }

    @Test
    void campaigns_are_created_searched_and_disabled_and_bonus_codes_created() {
        visit.login();
        BackOfficeStock.campaign(visit, "spring");
        BackOfficeStock.campaign(visit, "winter");
        var bonus = Map.of(
                "Campaign code", "winter",
                "Account id", "player-1",
                "Bonus code", "welcome-1",
                "Rounds (default: the campaign's)", "5");
        visit.send("New bonus code", bonus, "Create bonus code");
        visit.seesNotice("Bonus code welcome-1 created.");
        assertThat(visit.simulator.bonusCodes().find("demo", "welcome-1")).isPresent();

        visit.field("Code contains").fill("wint");
        visit.page.keyboard().press("Enter");
        visit.page.waitForURL("**/campaigns?code=wint");
        assertThat(visit.page.locator("tbody tr")).hasCount(1);
        visit.button("Disable winter").click();
        visit.seesNotice("Campaign winter disabled.");
        visit.page.navigate("/campaigns?code=wint");
        assertThat(visit.page.locator("tbody tr")).containsText("No campaigns.");
    }

    /** The browser sends the cookie to another port of the same host too, and names that port in the Origin header. */
    @Test
    void a_form_from_another_origin_and_another_host_name_are_rejected() {
        visit.login();
        visit.window.forgive(403);
        visit.window.forgive(421);
        var answer = foreignForm("/player/adjust", "<input name=id value=player-2><input name=amount value=1>");
        assertThat(answer.request().allHeaders()).containsKey("cookie");
        assertThat(answer.status()).isEqualTo(403);
        visit.page.getByText("The request comes from a page of another site.").waitFor();
        assertThat(foreignForm("/login", "<input name=password value=guessed>").status())
                .isEqualTo(403);
        visit.page.getByText("The request comes from a page of another site.").waitFor();
        visit.page.navigate("/player?id=player-2");
        assertThat(entries()).hasCount(1);

        assertThat(visit.page.navigate(visit.misnamed() + "/login").status()).isEqualTo(421);
    }

    private static Response foreignForm(String path, String fields) {
        visit.page.navigate(visit.simulator.address().toString());
        return visit.page.waitForResponse(
                "**" + path, () -> visit.page.evaluate("""
                    ([address, fields]) => {
                      const form = Object.assign(document.createElement('form'), {method: 'post', action: address});
                      form.innerHTML = fields;
                      document.body.append(form);
                      form.submit();
                    }\
                    """, List.of(visit.wallet.backOffice() + path, fields)));
    }
}
