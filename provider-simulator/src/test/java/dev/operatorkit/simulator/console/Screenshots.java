package dev.operatorkit.simulator.console;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.Pictures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Makes the pictures of the documentation. */
@ExtendWith(Browser.class)
class Screenshots {
    @Test
    void every_page_is_captured() throws Exception {
        var pictures = new Pictures();
        try (var visit = Visit.begin()) {
            var pages = Stock.fill(visit);
            pages.putAll(Stock.runs(visit, "*", 4_000));
            for (var entry : pages.entrySet()) {
                visit.openWhateverItAnswers(entry.getValue());
                pictures.take(visit.page, entry.getKey());
                if (!entry.getKey().equals("report")) { // hundreds of screens long
                    pictures.whole(visit.page, entry.getKey());
                }
            }
            visit.open("/launch");
            visit.button("Launch").click();
            visit.sees("Ready to play");
            pictures.take(visit.page, "launched");
            pictures.whole(visit.page, "launched");
        }
    }
}
