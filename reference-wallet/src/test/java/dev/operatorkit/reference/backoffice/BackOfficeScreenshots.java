package dev.operatorkit.reference.backoffice;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.PageScreenshots;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Takes the screenshots of the documentation, and full-page ones of every page for a visual review. */
@ExtendWith(Browser.class)
class BackOfficeScreenshots {
    private static final Set<String> SHOWN = Set.of(
            "player",
            "request",
            "people",
            "trail",
            "rounds",
            "transaction",
            "callbacks",
            "audit",
            "catalogue",
            "campaigns");

    @TempDir
    private Path folder;

    @Test
    void every_page_is_captured() throws Exception {
        var screenshots = new PageScreenshots();
        try (var backOffice = new BackOfficeDriver(folder)) {
            backOffice.page.navigate("/");
            screenshots.takeFullPage(backOffice.page, "login");
            backOffice.login();
            for (var page : BackOfficeSampleData.fill(backOffice).entrySet()) {
                backOffice.window.open(page.getValue(), 404);
                screenshots.takeFullPage(backOffice.page, page.getKey());
                if (SHOWN.contains(page.getKey())) {
                    screenshots.take(backOffice.page, page.getKey());
                }
            }
            BackOfficeSampleData.launch(backOffice);
            screenshots.takeFullPage(backOffice.page, "launched");
        }
    }
}
