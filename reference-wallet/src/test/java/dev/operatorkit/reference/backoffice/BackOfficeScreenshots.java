package dev.operatorkit.reference.backoffice;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.PageScreenshots;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Takes the screenshots of the documentation, and full-page ones of every page for a visual review. */
@ExtendWith(Browser.class)
class BackOfficeScreenshots {
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
                screenshots.take(backOffice.page, page.getKey());
            }
        }
    }
}
