package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.browser.AccessibilityCheck;
import dev.operatorkit.browser.Browser;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the accessibility of every page, narrow and wide, light and dark. */
@Order(1)
@ExtendWith(Browser.class)
class PagesTest {
    private static final int CASES_AND_ROUNDS = 40;

    @Test
    void every_page_is_accessible_and_fits_the_viewport() throws Exception {
        var check = new AccessibilityCheck();
        try (var console = ConsoleDriver.start()) {
            var pages = ConsoleSampleData.fill(console);
            pages.putAll(ConsoleSampleData.addRuns(console, "player-*", CASES_AND_ROUNDS));
            pages.put("problem", "/transcript/999999");
            pages.forEach((name, path) -> {
                console.openAllowing404(path);
                check.inspect(console.page, name);
            });
            console.open("/launch");
            console.button("Launch").click();
            console.waitForText("Ready to play");
            check.inspect(console.page, "launched");
            console.open("/delivery");
            console.button("+3 days").click();
            console.waitForText("queued. Their retries end");
            check.inspect(console.page, "confirmation");
        }
        assertThat(check.violations()).isEmpty();
    }
}
