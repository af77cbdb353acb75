package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.Look;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Every page, narrow and wide, by day and by night. */
@ExtendWith(Browser.class)
@ResourceLock(Browser.LOCK)
class PagesTest {
    private static final int CASES_AND_ROUNDS = 40;

    @Test
    void every_page_is_accessible_and_fits_the_viewport() throws Exception {
        var look = new Look();
        try (var visit = Visit.begin()) {
            var pages = Stock.fill(visit);
            pages.putAll(Stock.runs(visit, "player-*", CASES_AND_ROUNDS));
            pages.put("problem", "/transcript/999999");
            pages.forEach((name, path) -> {
                visit.openWhateverItAnswers(path);
                look.at(visit.page, name);
            });
            visit.open("/launch");
            visit.button("Launch").click();
            visit.sees("Ready to play");
            look.at(visit.page, "launched");
        }
        assertThat(look.wrong()).isEmpty();
    }
}
