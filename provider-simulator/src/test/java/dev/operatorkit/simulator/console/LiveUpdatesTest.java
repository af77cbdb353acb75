package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import dev.operatorkit.browser.Browser;
import java.util.ArrayList;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Verifies that a page shows what changed while it was on its way to the browser or while its requests failed, also if nothing else
 * changes.
 */
@ExtendWith(Browser.class)
class LiveUpdatesTest {
    private static final Pattern NUMBERS = Pattern.compile("/overview/numbers$");
    private static final Predicate<String> TRANSCRIPT = address -> address.endsWith("/transcript");

    @Test
    void a_followed_link_and_the_back_button_lead_to_a_page_that_is_up_to_date() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var rows = console.page.locator("[data-row]");
            openOverview(console);
            changeOnTheWay(console, () -> console.link("Exchanges").first().click());
            assertThat(rows).hasCount(1);

            openOverviewByLink(console);
            changeOnTheWay(console, console.page::goBack);
            assertThat(rows).hasCount(2);
        }
    }

    @Test
    void a_fragment_that_failed_is_fetched_later() throws Exception {
        try (var console = ConsoleDriver.start()) {
            openOverview(console);
            console.allow(500);
            var failure = new FulfillOptions()
                    .setStatus(500)
                    .setContentType("text/html")
                    .setBody("<h1>Something went wrong</h1>");
            console.page.route(NUMBERS, route -> route.fulfill(failure));
            console.page.waitForResponse(NUMBERS, () -> enterGame(console));
            assertThat(console.page.locator("[data-notice]")).containsText("Unexpected status 500");
            assertThat(console.page.getByText("Something went wrong")).hasCount(0);
            console.page.waitForResponse(
                    response -> response.url().endsWith("/overview/numbers") && response.status() == 200,
                    () -> console.page.unroute(NUMBERS));
        }
    }

    private static void enterGame(ConsoleDriver console) {
        console.simulator.callbackEngine().rounds().enter("demo", "cherry-rush", "token-1");
    }

    /** Opens the overview, and waits until its stream has reported what it reports at first. */
    private static void openOverview(ConsoleDriver console) {
        console.page.waitForResponse(NUMBERS, () -> console.open("/"));
    }

    private static void openOverviewByLink(ConsoleDriver console) {
        console.link("Overview").first().click();
        assertThat(console.page).hasURL(Pattern.compile("/$"));
    }

    /** Navigates to the transcript, and adds an exchange after its page was rendered. The page arrives when the one before it has the news. */
    private static void changeOnTheWay(ConsoleDriver console, Runnable navigate) {
        var response = hold(console, navigate);
        console.page.waitForResponse(NUMBERS, () -> enterGame(console));
        response.fulfill();
        assertThat(console.page).hasURL(Pattern.compile("/transcript$"));
    }

    /** Holds a response that the simulator has sent back. */
    private interface Held {
        void fulfill();
    }

    private static Held hold(ConsoleDriver console, Runnable navigate) {
        var held = new ArrayList<Route>();
        console.page.route(TRANSCRIPT, held::add);
        navigate.run();
        console.page.waitForCondition(() -> !held.isEmpty());
        var response = held.getFirst().fetch();
        return () -> {
            held.getFirst().fulfill(new FulfillOptions().setResponse(response));
            console.page.unroute(TRANSCRIPT);
        };
    }
}
