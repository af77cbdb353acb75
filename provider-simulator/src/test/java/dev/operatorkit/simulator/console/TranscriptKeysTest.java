package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import dev.operatorkit.browser.Browser;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Verifies the transcript in a browser: keys, rows, exports, copies, and an edited callback beside its original. */
@Order(1)
@ExtendWith(Browser.class)
class TranscriptKeysTest {
    @Test
    void exchanges_are_found_and_opened_by_keys_and_clicks_and_hold_still_while_they_are_read() throws Exception {
        try (var console = ConsoleDriver.start()) {
            ConsoleSampleData.fill(console);
            console.open("/transcript");
            var keyboard = console.page.keyboard();
            keyboard.press("/");
            var search = console.page.getByRole(AriaRole.SEARCHBOX);
            assertThat(search).isFocused();
            keyboard.type("CHERRY-rush j/k");
            assertThat(search).hasValue("CHERRY-rush j/k");
            search.fill("CHERRY-rush");
            keyboard.press("Enter");
            assertThat(console.page).hasURL(Pattern.compile("text=CHERRY-rush"));
            var rows = console.page.locator("[data-row] th a");
            rows.first().waitFor();
            keyboard.press("j");
            assertThat(rows.first()).isFocused();
            keyboard.press("j");
            assertThat(rows.nth(1)).isFocused();
            keyboard.press("k");
            keyboard.press("Control+j");
            assertThat(rows.first()).isFocused();
            keyboard.press("Enter");
            assertThat(console.page).hasURL(Pattern.compile("/transcript/\\d+$"));

            console.open("/transcript?kind=DEBIT");
            console.page.locator("[data-row] [data-label=Amount]").first().click();
            assertThat(console.page).hasURL(Pattern.compile("/transcript/\\d+$"));
            var download = console.page.waitForDownload(() -> {
                console.open("/transcript?kind=DEBIT");
                console.link("HAR").click();
            });
            assertThat(download.suggestedFilename()).isEqualTo("exchanges.har");

            console.open("/transcript");
            console.page.locator("[data-keys]").uncheck();
            console.page.locator("h1").click();
            keyboard.press("/");
            assertThat(search).not().isFocused();
            assertRowsHoldStill(console);
        }
    }

    /** Points at a row and then focuses one, while new exchanges arrive. */
    private static void assertRowsHoldStill(ConsoleDriver console) {
        console.open("/transcript?kind=PLAYER&player=token-1&before=9999");
        var rounds = console.simulator.callbackEngine().rounds();
        var rows = console.page.locator("[data-row]");
        var shown = rows.count();
        rows.first().hover();
        rounds.enter("demo", "cherry-rush", "token-1");
        assertThat(rows).hasCount(shown);
        console.page.locator("h1").hover();
        assertThat(rows).hasCount(shown + 1);

        rows.first().locator("a").focus();
        rounds.enter("demo", "cherry-rush", "token-1");
        rounds.enter("demo", "cherry-rush", "token-1");
        assertThat(rows).hasCount(shown + 1);
        console.page.locator("h1").click();
        console.page.evaluate("document.activeElement.blur()");
        assertThat(rows).hasCount(shown + 3);
    }
}
