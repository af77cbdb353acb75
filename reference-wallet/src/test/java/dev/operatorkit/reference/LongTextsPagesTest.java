package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.operatorkit.browser.Browser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests the pages in a browser with texts of any length, and on paper. */
@Order(1)
@Tag("thorough")
@ExtendWith(Browser.class)
class LongTextsPagesTest {
    private static final String LONG = "x".repeat(300);

    /** Puts a long text without a break wherever a text may be somebody else's: everywhere but in the parts named here. */
    private static final String FILL = """
        text => {
          const own = 'style, button, th, dt, select, .time, .skip, .brand, header nav';
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const node = texts.currentNode;
            if (node.data.trim() && !node.parentElement.closest(own)) node.data = text;
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

    private static final String COLORS = """
        () => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color,
          getComputedStyle(document.querySelector('header')).backgroundColor].join(' ')
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

    private static List<String> tooWide(String name) {
        var found = new ArrayList<String>();
        for (var width : List.of(768, 360)) {
            backOffice.page.setViewportSize(width, 740);
            ((List<?>) backOffice.page.evaluate(TOO_WIDE))
                    .forEach(part -> found.add(name + ", " + width + ": " + part));
        }
        return found;
    }

    @Test
    void no_text_of_somebody_else_makes_a_page_wider_than_the_screen() {
        var found = new ArrayList<String>();
        backOffice.startLoggedOut();
        backOffice.page.evaluate(FILL, LONG);
        found.addAll(tooWide("login"));
        backOffice.login();
        var pages = BackOfficeSampleData.fill(backOffice);
        pages.forEach((name, path) -> {
            backOffice.window.open(path, 404);
            backOffice.page.evaluate(FILL, LONG);
            found.addAll(tooWide(name));
        });
        backOffice.page.setViewportSize(1440, 900);
        BackOfficeSampleData.launch(backOffice);
        backOffice.page.evaluate(FILL, LONG);
        found.addAll(tooWide("launched"));
        for (var path : List.of(
                "/players?id=",
                "/player?id=",
                "/person?name=",
                "/rounds?account=",
                "/round?account=",
                "/transactions?id=",
                "/search?q=",
                "/campaigns/disable?code=",
                "/trail?person=")) {
            backOffice.window.open(path + LONG, 404);
            found.addAll(tooWide(path));
        }
        backOffice.page.setViewportSize(1440, 900);
        assertThat(found).isEmpty();
    }

    @Test
    void paper_has_the_light_theme_whatever_the_screen_has() {
        backOffice.login();
        var light = colors(Media.SCREEN, ColorScheme.LIGHT);
        assertThat(colors(Media.SCREEN, ColorScheme.DARK)).isNotEqualTo(light);
        assertThat(colors(Media.PRINT, ColorScheme.DARK)).isEqualTo(light);
        assertThat(colors(Media.PRINT, ColorScheme.LIGHT)).isEqualTo(light);
        assertThat(colors(Media.SCREEN, ColorScheme.LIGHT)).isEqualTo(light);
    }

    private static String colors(Media media, ColorScheme scheme) {
        backOffice.page.emulateMedia(new EmulateMediaOptions().setMedia(media).setColorScheme(scheme));
        return (String) backOffice.page.evaluate(COLORS);
    }
}
