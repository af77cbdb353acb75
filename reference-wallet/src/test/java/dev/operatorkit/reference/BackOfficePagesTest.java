package dev.operatorkit.reference;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions.IsInViewportOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.operatorkit.browser.AccessibilityCheck;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests the back office in a browser, with a simulator as the provider. */
@Order(1)
@ExtendWith(Browser.class)
class BackOfficePagesTest {
    /** Returns the times, the amounts, and the names of a game that are on more than one line. */
    private static final String TORN_VALUES = """
        () => {
          const values = /\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d( UTC)?|[+\u2212]?[\\d\u202f]+\\.\\d\\d EUR|amber-mine/g;
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          const torn = [];
          while (texts.nextNode()) {
            for (const found of texts.currentNode.data.matchAll(values)) {
              range.setStart(texts.currentNode, found.index);
              range.setEnd(texts.currentNode, found.index + found[0].length);
              if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1) torn.push(found[0]);
            }
          }
          // A cell is a grid, in which a part of its own text would have its own place.
          return torn.concat([...document.querySelectorAll('td > .unbroken')].map(part => part.textContent));
        }
        """;

    private static final String HAS_TABLE_TO_SCROLL =
            "() => [...document.querySelectorAll('.scroll')].some(table => table.scrollWidth > table.clientWidth)";

    private static final String HEADER = """
        () => ['.brand', '.brand span', '.find', '.menu', '.session'].map(part => {
          const place = document.querySelector('header ' + part).getBoundingClientRect();
          return [part, place.x, place.y, place.width, place.height].join(' ');
        })
        """;

    private static final String RIGHT_OF_HEADER = "() => document.documentElement.clientWidth -"
            + " document.querySelector('.session').getBoundingClientRect().right";

    @TempDir
    private static Path folder;

    private static BackOfficeDriver backOffice;

    @BeforeAll
    static void begin() throws Exception {
        backOffice = new BackOfficeDriver(folder);
    }

    @AfterAll
    static void end() {
        backOffice.close();
    }

    /** Without {@code -Dthorough}, only every second page is opened, and values are not looked at in the widest window. */
    @Test
    void every_page_is_accessible_and_fits_the_viewport_and_tears_no_value() {
        var check = new AccessibilityCheck();
        var torn = new ArrayList<String>();
        var scrolled = new ArrayList<String>();
        backOffice.startLoggedOut();
        check.inspect(backOffice.page, "login");
        backOffice.login();
        AccessibilityCheck.selected(BackOfficeSampleData.fill(backOffice)).forEach((name, path) -> {
            backOffice.window.open(path, 404);
            check.inspect(backOffice.page, name);
            for (var width : Boolean.getBoolean("thorough") ? List.of(1440, 360, 768) : List.of(360, 768)) {
                backOffice.page.setViewportSize(width, 900);
                if ((Boolean) backOffice.page.evaluate(HAS_TABLE_TO_SCROLL)) {
                    scrolled.add(name + ", " + width);
                }
                ((List<?>) backOffice.page.evaluate(TORN_VALUES))
                        .forEach(value -> torn.add(name + ", " + width + ": " + value));
            }
        });
        assertThat(torn).isEmpty();
        assertThat(scrolled).as("tables wider than their place").isEmpty();
        BackOfficeSampleData.launch(backOffice);
        check.inspect(backOffice.page, "launched");
        assertThat(check.violations()).isEmpty();
    }

    @Test
    void on_a_phone_the_navigation_is_a_menu_and_the_header_is_small() {
        backOffice.login();
        backOffice.page.setViewportSize(360, 740);
        for (var path : List.of("/players", "/callbacks", "/trail")) {
            backOffice.page.navigate(path);
            assertThat(backOffice.page.locator("header").boundingBox().height).isLessThan(125);
            // A cell is a grid with one place for its text.
            assertThat(backOffice.page.locator("td > :nth-child(2)")).hasCount(0);
            var current = backOffice.page.locator("nav [aria-current]");
            assertThat(current).isHidden();
            backOffice.button("Menu").click();
            assertThat(current).isInViewport(new IsInViewportOptions().setRatio(1));
        }
        backOffice.link("Rounds").click();
        backOffice.waitForHeading("Rounds");
        backOffice.page.navigate("/trail");
        var details = backOffice.page.locator("td.sentence").first();
        assertThat(details.locator("> span").boundingBox().x)
                .as("beside its heading")
                .isGreaterThan(details.boundingBox().x + 80);
        backOffice.page.setViewportSize(1440, 900);
    }

    @Test
    @Tag("thorough")
    void on_a_phone_the_generated_reference_fits_its_field() {
        backOffice.login();
        backOffice.page.setViewportSize(360, 740);
        backOffice.page.navigate("/player?id=player-1");
        assertThat((Boolean) backOffice
                        .page
                        .locator("[name=reference]")
                        .evaluate("field => field.value.length === 36 && field.scrollWidth <= field.clientWidth"))
                .isTrue();
        backOffice.page.setViewportSize(1440, 900);
    }

    @Test
    @Tag("thorough")
    void the_header_is_the_same_on_the_page_of_the_search_and_ends_at_the_right_before_a_password_is_changed() {
        backOffice.login();
        for (var width : List.of(360, 768, 1440)) {
            backOffice.page.setViewportSize(width, 740);
            backOffice.page.navigate("/players");
            var header = backOffice.page.evaluate(HEADER);
            backOffice.page.navigate("/search?q=player-1");
            assertThat(backOffice.page.evaluate(HEADER)).isEqualTo(header);
        }
        backOffice.page.navigate("/people");
        backOffice.send("New person", Map.of("Name (permanent)", "newcomer"), "Add person");
        var password = backOffice.page.locator(".notice code").textContent();
        backOffice.startLoggedOut();
        backOffice.field("Name").fill("newcomer");
        backOffice.field("Password").fill(password);
        backOffice.button("Log in").click();
        backOffice.waitForHeading("Your password");
        for (var width : List.of(360, 768, 1440)) {
            backOffice.page.setViewportSize(width, 740);
            assertThat(((Number) backOffice.page.evaluate(RIGHT_OF_HEADER)).intValue())
                    .as("pixels to the right at " + width)
                    .isEqualTo(16);
        }
        backOffice.window.open("/nowhere", 404);
        backOffice.link("Go to Your password").click();
        backOffice.waitForHeading("Your password");
        backOffice.page.setViewportSize(1440, 900);
    }

    /** The form has a new reference by then: filled in as before, it would book the same amount a second time. */
    @Test
    void the_form_of_an_adjustment_is_empty_again_behind_the_back_button() {
        backOffice.login();
        backOffice.page.navigate("/player?id=player-1");
        backOffice.type("Amount in EUR (negative to deduct)", "7");
        backOffice.type("Reason", "a test");
        backOffice.page.keyboard().press("Enter");
        backOffice.waitForNotice("Balance adjusted.");
        backOffice.page.goBack();
        assertThat(backOffice.page.locator("[name=amount]")).hasValue("");
        assertThat(backOffice.page.locator("[name=reason]")).hasCount(2);
        assertThat(backOffice.page.locator("[name=reason]").first()).hasValue("");
    }

    @Test
    @Tag("thorough")
    void a_player_can_be_created_adjusted_and_traced_to_a_transaction_by_keyboard() {
        backOffice.login();
        backOffice.type("Account id", "alice");
        backOffice.type("Display name", "Alice");
        backOffice.type("Opening balance", "12.50");
        backOffice.page.keyboard().press("Enter");
        backOffice.waitForHeading("Alice");
        backOffice.waitForNotice("Player created.");

        backOffice.type("Amount in EUR (negative to deduct)", "-2.25");
        backOffice.type("Reason", "a test");
        backOffice.page.keyboard().press("Enter");
        backOffice.waitForNotice("Balance adjusted.");
        var newest = entries().first();
        assertThat(newest).containsText("\u22122.25 EUR");
        assertThat(newest).containsText("10.25 EUR");
        assertThat(newest).containsText("admin: a test");

        backOffice.press(backOffice.button("Create session"));
        backOffice.waitForNotice("Session created.");
        var token = backOffice.page.locator(".notice code").textContent();
        assertThat(backOffice
                        .wallet
                        .send(SignedCallback.player("cherry-rush", token))
                        .get("accountId")
                        .textValue())
                .isEqualTo("alice");
        backOffice.press(backOffice.button("End all sessions"));
        backOffice.waitForNotice("The player's sessions ended.");

        backOffice.wallet.send(
                SignedCallback.debit("bet-1").round("round-1").player("alice").stake("0.25"));
        backOffice.press(backOffice.link("Rounds"));
        backOffice.waitForHeading("Rounds");
        assertThat(backOffice.page.locator("tbody")).containsText("round-1");
        backOffice.press(backOffice.link("bet-1"));
        backOffice.waitForHeading("Transaction bet-1");
        assertThat(backOffice.page.locator("dl")).containsText("10.00");
        backOffice.press(backOffice.link("alice"));
        backOffice.waitForHeading("Alice");
        assertThat(entries()).hasCount(3);

        backOffice.press(backOffice.button("Log out"));
        backOffice.waitForHeading("Back office");
        backOffice.page.navigate("/players");
        backOffice.waitForHeading("Back office");
    }

    @Test
    void callbacks_rounds_players_and_the_audit_are_one_click_from_each_other() {
        backOffice.wallet.send(SignedCallback.debit("bet-9").round("round-9").player("player-4"));
        backOffice.login();
        backOffice.link("player-4").click();
        backOffice.waitForHeading("Player 4");
        more("Callbacks").click();
        backOffice.waitForHeading("Callbacks");
        assertThat(backOffice.field("Account id")).hasValue("player-4");
        backOffice.link("round-9").click();
        backOffice.waitForHeading("Round round-9");
        more("Audit").click();
        backOffice.waitForNotice("No violations found for round “round-9” of account “player-4”.");
        more("Callbacks").click();
        backOffice.page.waitForURL("**/callbacks?account=player-4&round=round-9");
        backOffice.link("bet-9").click();
        backOffice.waitForHeading("Transaction bet-9");
        more("Audit").click();
        backOffice.page.waitForURL("**/audit?account=player-4&round=round-9");
        more("Player").click();
        backOffice.waitForHeading("Player 4");
    }

    private static Locator more(String page) {
        return backOffice
                .page
                .locator("dl")
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions().setName(page).setExact(true));
    }

    private static Locator entries() {
        return backOffice.part("Entries").locator("tbody tr");
    }

    @Test
    @Tag("thorough")
    void a_game_is_launched_for_a_player_and_as_a_demo() {
        backOffice.login();
        var before = launches();
        backOffice.simulator.catalogue().makeAvailable("demo", "ruby-falls", false);
        backOffice.page.navigate("/player?id=player-1");
        backOffice.button("Launch a game as this player").click();
        backOffice.waitForHeading("Catalogue");
        assertThat(backOffice.field("Account id")).hasValue("player-1");
        var games = backOffice.page.locator(".games li");
        assertThat(games.filter(new FilterOptions().setHasText("ruby-falls"))).containsText("not available");
        var artwork = games.first().locator("img");
        backOffice.page.waitForCondition(() -> (Boolean) artwork.evaluate("picture => picture.naturalWidth > 0"));
        backOffice.field("Account id").press("Enter");
        backOffice.button("Play for real money: Cherry Rush").click();
        opened("Open the game for real money", "EUR · Player 1");
        backOffice.page.navigate("/catalogue");
        backOffice.button("Play a demo of Cherry Rush").click();
        opened("Open the demo", "FUN");
        assertThat(launches()).as("the Enter key launched no game").isEqualTo(before + 2);
    }

    private static long launches() {
        return backOffice.window.requests().stream()
                .filter(url -> url.endsWith("/catalogue/launch"))
                .count();
    }

    private static void opened(String link, String mode) {
        assertThat(backOffice.link(link)).isFocused();
        var game = backOffice.page.waitForPopup(() -> backOffice.page.keyboard().press("Enter"));
        assertThat(game.locator(".mode")).containsText(mode);
        assertThat(game.url()).startsWith(backOffice.simulator.address() + "/play/");
        game.close();
    }

    @Test
    @Tag("thorough")
    void campaigns_are_created_searched_and_disabled_and_bonus_codes_created() {
        backOffice.login();
        BackOfficeSampleData.campaign(backOffice, "spring");
        BackOfficeSampleData.campaign(backOffice, "winter");
        var bonus = Map.of(
                "Campaign code", "winter",
                "Account id", "player-1",
                "Bonus code", "welcome-1",
                "Rounds (default: the campaign's)", "5");
        backOffice.send("New bonus code", bonus, "Create bonus code");
        backOffice.waitForNotice("Bonus code welcome-1 created.");
        assertThat(backOffice.simulator.bonusCodes().find("demo", "welcome-1")).isPresent();

        backOffice.field("Code contains").fill("wint");
        backOffice.page.keyboard().press("Enter");
        backOffice.page.waitForURL("**/campaigns?code=wint");
        assertThat(backOffice.page.locator("tbody tr")).hasCount(1);
        backOffice.button("Disable winter").click();
        backOffice.waitForHeading("Disable a campaign?");
        backOffice.link("Go back").click();
        assertThat(backOffice.button("Disable winter")).isVisible();
        backOffice.button("Disable winter").click();
        backOffice.button("Disable permanently").click();
        backOffice.waitForNotice("Campaign winter disabled.");
        backOffice.page.navigate("/campaigns?code=wint");
        assertThat(backOffice.page.locator("tbody tr")).containsText("No campaigns match.");
        backOffice.window.open("/campaigns/disable?code=winter", 404);
        backOffice.waitForHeading("Campaign not found");
        backOffice.link("Go to Campaigns").click();
        backOffice.waitForHeading("Campaigns");
    }

    /** The browser sends the cookie to another port of the same host too, and names that port in the Origin header. */
    @Test
    void a_form_from_another_origin_and_another_host_name_are_rejected() {
        backOffice.login();
        backOffice.window.ignoreStatus(403);
        backOffice.window.ignoreStatus(421);
        var answer = foreignForm("/player/adjust", "<input name=id value=player-2><input name=amount value=1>");
        assertThat(answer.request().allHeaders()).containsKey("cookie");
        assertThat(answer.status()).isEqualTo(403);
        backOffice
                .page
                .getByText("The request comes from a page of another site.")
                .waitFor();
        assertThat(foreignForm("/login", "<input name=password value=guessed>").status())
                .isEqualTo(403);
        backOffice
                .page
                .getByText("The request comes from a page of another site.")
                .waitFor();
        backOffice.page.navigate("/player?id=player-2");
        assertThat(entries()).hasCount(1);

        assertThat(backOffice
                        .page
                        .navigate(backOffice.foreignHostUrl() + "/login")
                        .status())
                .isEqualTo(421);
    }

    /** Sends a form from a page of another port; the simulator's own pages would not send one elsewhere. */
    private static Response foreignForm(String path, String fields) {
        var foreign = backOffice.simulator.address().resolve("/foreign").toString();
        backOffice.page.route(foreign, route -> route.fulfill(new Route.FulfillOptions().setContentType("text/html")));
        backOffice.page.navigate(foreign);
        return backOffice.page.waitForResponse(
                "**" + path,
                () -> backOffice.page.evaluate("""
                    ([address, fields]) => {
                      const form = Object.assign(document.createElement('form'), {method: 'post', action: address});
                      form.innerHTML = fields;
                      document.body.append(form);
                      form.submit();
                    }\
                    """, List.of(backOffice.wallet.backOffice() + path, fields)));
    }
}
