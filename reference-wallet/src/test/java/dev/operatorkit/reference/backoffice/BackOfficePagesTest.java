package dev.operatorkit.reference.backoffice;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsInViewportOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.operatorkit.browser.AccessibilityCheck;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests the back office in a browser, with a simulator as the provider. */
@Order(1)
@ExtendWith(Browser.class)
class BackOfficePagesTest {
    private static final int WIDE = 1440;
    private static final int PHONE = 360;

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

    private static final String CUT_TABLES =
            "() => [...document.querySelectorAll('.scroll')].filter(table => table.scrollWidth > table.clientWidth)"
                    + ".map(table => 'table ' + table.scrollWidth)";

    /** Puts a long text without a break wherever the text may be another's: everywhere but in the parts named here. */
    private static final String FILL = """
        () => {
          const own = 'style, button, th, dt, select, .time, .skip, .brand, header nav';
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const node = texts.currentNode;
            if (node.data.trim() && !node.parentElement.closest(own)) node.data = 'x'.repeat(300);
          }
        }
        """;

    /** Returns the elements that reach over the right edge, if the page can be scrolled there. */
    private static final String TOO_WIDE = """
        () => {
          const root = document.documentElement;
          if (root.scrollWidth <= root.clientWidth) return [];
          return [root.scrollWidth + ' pixels', ...[...document.querySelectorAll('body *')]
            .filter(part => part.getBoundingClientRect().right > root.clientWidth)
            .map(part => part.tagName + '.' + part.className)];
        }
        """;

    private static final String COLORS = """
        () => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color,
          getComputedStyle(document.querySelector('header')).backgroundColor].join(' ')
        """;

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

    @BeforeEach
    void widen() {
        backOffice.page.setViewportSize(WIDE, 900);
    }

    private final AccessibilityCheck check = new AccessibilityCheck();
    private final List<String> problems = new ArrayList<>();

    /** Checks the open page in two widths, as it is and with long texts of others in it. */
    private void inspect(String name) {
        check.inspect(backOffice.page, name);
        find(name, TORN_VALUES, CUT_TABLES);
        backOffice.page.evaluate(FILL);
        find(name + " with long texts", TOO_WIDE);
        backOffice.page.setViewportSize(WIDE, 900);
    }

    private void find(String name, String... scripts) {
        for (var width : List.of(768, PHONE)) {
            backOffice.page.setViewportSize(width, 900);
            for (var script : scripts) {
                ((List<?>) backOffice.page.evaluate(script))
                        .forEach(part -> problems.add(name + ", " + width + ": " + part));
            }
        }
    }

    @Test
    @Tag("slow")
    void every_page_is_accessible_and_fits_the_viewport_and_tears_no_value_whatever_its_texts() {
        backOffice.startLoggedOut();
        inspect("login");
        backOffice.login();
        BackOfficeSampleData.fill(backOffice).forEach((name, path) -> {
            backOffice.window.open(path, 404);
            inspect(name);
        });
        BackOfficeSampleData.launch(backOffice);
        inspect("launched");
        for (var path : List.of("/players?id=", "/round?account=", "/search?q=", "/trail?person=")) {
            backOffice.window.open(path + "x".repeat(300), 404);
            find(path, TOO_WIDE);
        }
        assertThat(problems).isEmpty();
        assertThat(check.violations()).isEmpty();
    }

    @Test
    void on_a_phone_the_navigation_is_a_menu_and_the_header_is_small() {
        backOffice.login();
        backOffice.page.setViewportSize(PHONE, 740);
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
        assertThat(backOffice.page.locator("[name=reason]").first()).hasValue("");
    }

    @Test
    @Tag("slow")
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

    private static Locator entries() {
        return backOffice.part("Entries").locator("tbody tr");
    }

    @Test
    @Tag("slow")
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
    void paper_has_the_light_theme_whatever_the_screen_has() {
        backOffice.login();
        var light = colors(Media.SCREEN, ColorScheme.LIGHT);
        assertThat(colors(Media.SCREEN, ColorScheme.DARK)).isNotEqualTo(light);
        assertThat(colors(Media.PRINT, ColorScheme.DARK)).isEqualTo(light);
        assertThat(colors(Media.SCREEN, ColorScheme.LIGHT)).isEqualTo(light);
    }

    private static String colors(Media media, ColorScheme scheme) {
        backOffice.page.emulateMedia(new EmulateMediaOptions().setMedia(media).setColorScheme(scheme));
        return (String) backOffice.page.evaluate(COLORS);
    }
}
