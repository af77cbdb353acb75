package dev.operatorkit.reference;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.Pictures;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Takes the screenshots of the documentation, and full-page ones of every page for a visual review. */
@ExtendWith(Browser.class)
class BackOfficeScreenshots {
    private static final Set<String> SHOWN =
            Set.of("player", "rounds", "transaction", "callbacks", "audit", "catalogue", "campaigns");

    @TempDir
    private Path folder;

    @Test
    void every_page_is_captured() throws Exception {
        var pictures = new Pictures();
        try (var visit = new BackOfficeVisit(folder)) {
            visit.page.navigate("/");
            pictures.whole(visit.page, "login");
            visit.login();
            for (var page : BackOfficeStock.fill(visit).entrySet()) {
                visit.window.open(page.getValue(), 400);
                pictures.whole(visit.page, page.getKey());
                if (SHOWN.contains(page.getKey())) {
                    pictures.take(visit.page, page.getKey());
                }
            }
            BackOfficeStock.launch(visit);
            pictures.whole(visit.page, "launched");
        }
    }
}
