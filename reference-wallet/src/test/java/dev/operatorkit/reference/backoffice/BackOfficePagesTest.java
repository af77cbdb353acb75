package dev.operatorkit.reference.backoffice;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

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
        find(name, CUT_TABLES);
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
    void every_page_is_accessible_and_fits_the_viewport_with_any_texts() {
        backOffice.startLoggedOut();
        inspect("login");
        backOffice.login();
        BackOfficeSampleData.fill(backOffice).forEach((name, path) -> {
            backOffice.window.open(path, 404);
            inspect(name);
        });
        for (var path : List.of("/players?id=", "/round?account=", "/trail?person=")) {
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

    @Test
    @Tag("slow")
    void a_player_can_be_created_and_adjusted_by_keyboard() {
        backOffice.login();
        backOffice.type("Account id", "alice");
        backOffice.type("Opening balance", "12.50");
        backOffice.page.keyboard().press("Enter");
        backOffice.waitForNotice("Player created.");
        backOffice.type("Amount in EUR (negative to deduct)", "-2.25");
        backOffice.type("Reason", "a test");
        backOffice.page.keyboard().press("Enter");
        backOffice.waitForNotice("Balance adjusted.");
        assertThat(backOffice.part("Entries").locator("tbody tr").first()).containsText("10.25");
        backOffice.page.goBack();
        assertThat(backOffice.page.locator("[name=amount]")).hasValue(""); // else it would be booked twice
        backOffice.press(backOffice.button("Log out"));
        backOffice.waitForHeading("Back office");
        backOffice.page.navigate("/players");
        backOffice.waitForHeading("Back office");
    }

    /** A win is lost on the way, its amount is requested by hand, and then the provider's retry arrives. */
    @Test
    @Tag("slow")
    void a_win_that_was_paid_after_its_amount_was_requested_is_approved_only_with_a_tick() {
        backOffice.login();
        var password = backOffice.addPerson("pia", "approver: ");
        BackOfficeSampleData.setApprovalAmount(backOffice);
        backOffice.wallet.send(SignedCallback.debit("bet-late")
                .round("late")
                .player("player-2")
                .stake("10"));
        backOffice.page.navigate("/player?id=player-2");
        var form = Map.of(
                "Amount in EUR (negative to deduct)", "600",
                "Reason", "the win of a round",
                "Round, if the adjustment is about one", "late");
        backOffice.send("Adjust the balance", form, "Adjust balance");
        backOffice.page.waitForURL("**/request?id=*");
        var request = backOffice.page.url();
        assertThat(backOffice.page.locator("main")).containsText("Open rounds: 1");
        backOffice.wallet.send(SignedCallback.credit("win-late", "bet-late")
                .round("late")
                .player("player-2")
                .payout("600"));

        backOffice.loginFirst("pia", password);
        backOffice.page.navigate(request);
        assertThat(backOffice.page.locator(".warning"))
                .containsText("The round late is settled, so nothing more is due");
        assertThat(backOffice.page.locator("tbody").first()).containsText("win-late");
        backOffice.window.ignoreStatus(400);
        backOffice.send("Decide", Map.of("Reason for the decision", "checked"), "Approve +600.00\u00a0EUR");
        assertThat(backOffice.page.getByRole(AriaRole.ALERT)).containsText("tick the box");
        backOffice.page.navigate(request);
        backOffice.part("Decide").getByRole(AriaRole.CHECKBOX).check();
        backOffice.send(
                "Decide", Map.of("Reason for the decision", "paid twice on purpose"), "Approve +600.00\u00a0EUR");
        assertThat(backOffice.page.locator("main")).containsText("applied");
    }
}
