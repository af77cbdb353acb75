package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route.FulfillOptions;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.wallet.FakeWallet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests what is around every page: the navigation, the faults banner and the notice of a lost simulator. */
@Order(1)
@ExtendWith(Browser.class)
class FrameTest {
    @Test
    void a_wallet_that_is_started_or_stopped_and_a_fault_are_seen_without_a_reload() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var port = console.wallet.port();
            console.wallet.close();
            console.open("/");
            console.waitForText("cannot be reached");
            console.simulator.callbackEngine().faults().switchOn(FaultKind.DELAY, null, null, null, 1, null);
            console.waitForText("Faults are on");
            try (var again = new FakeWallet(true, port)) {
                console.waitForText("wallet ready");
                assertThat(again.movements()).isEmpty();
            }
            console.simulator.callbackEngine().faults().switchOffAll();
            assertThat(console.page.getByText("Faults are on")).hasCount(0);
        }
    }

    @Test
    void a_fragment_that_failed_is_fetched_later() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.open("/");
            var numbers = Pattern.compile("/overview/numbers$");
            console.allow(500);
            var failure = new FulfillOptions()
                    .setStatus(500)
                    .setContentType("text/html")
                    .setBody("<h1>Something went wrong</h1>");
            console.page.route(numbers, route -> route.fulfill(failure));
            assertThat(console.page.locator("[data-notice]")).containsText("Unexpected status 500");
            assertThat(console.page.getByText("Something went wrong")).hasCount(0);
            console.page.waitForResponse(
                    response -> response.url().endsWith("/overview/numbers") && response.status() == 200,
                    () -> console.page.unroute(numbers));
            assertThat(console.page.locator("[data-notice]")).isHidden();
        }
    }

    @Test
    void what_is_wrong_with_the_settings_is_in_view_has_the_focus_and_keeps_the_address() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.open("/");
            console.waitForText("wallet ready");
            console.allow(400);
            console.page.getByText("Settings of operator demo").click();
            console.page.getByLabel("Currency").fill("no currency");
            console.button("Save and check").click();
            var field = console.page.locator("input[name=currency][aria-invalid=true]");
            assertThat(field).isFocused();
            assertThat(field).isInViewport();
            assertThat(console.page).hasURL(console.simulator.address() + "/");
        }
    }

    @Test
    void on_a_phone_the_navigation_is_a_menu_of_less_than_a_hundred_pixels() throws Exception {
        try (var console = ConsoleDriver.startNarrowAndDark()) {
            console.open("/");
            assertThat(console.page.locator("nav.side").boundingBox().height).isLessThan(100);
            console.button("Menu").click();
            var menu = console.page.locator("#pages").boundingBox();
            for (var link : console.page.locator("#pages a").all()) {
                var box = link.boundingBox();
                assertThat(box.x + box.width).isLessThan(menu.x + menu.width - 5);
            }
            console.link("Game").first().click();
            console.link("Catalogue").click();
            assertThat(console.page.locator("h1")).hasText("Catalogue");
        }
    }
}
