package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every page, narrow and wide, by day and by night. */
@ExtendWith(Browser.class)
class PagesTest {
    private static final List<Integer> WIDTHS = List.of(360, 1440);
    private static final int CASES_AND_ROUNDS = 40;

    // Straight, and read in once a page: its builder would open a page of its own for each look.
    private static final String GRAVE =
            "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
                    + ".filter(rule => rule.impact === 'serious' || rule.impact === 'critical')"
                    + ".map(rule => rule.id + ' at ' + rule.nodes.map(node => node.target.join(' ')).join(', '))";

    private final List<String> wrong = new ArrayList<>();

    @Test
    void every_page_can_be_used_by_everybody_and_fits_its_window() throws Exception {
        var axe = axe();
        try (var visit = Visit.begin()) {
            var pages = Stock.fill(visit);
            pages.putAll(Stock.runs(visit, "player-*", CASES_AND_ROUNDS));
            pages.put("problem", "/transcript/999999");
            pages.forEach((name, path) -> {
                visit.openWhateverItAnswers(path);
                look(visit.page, axe, name);
            });
            visit.open("/launch");
            visit.button("Launch").click();
            visit.sees("Ready to play");
            look(visit.page, axe, "launched");
        }
        assertThat(wrong).isEmpty();
    }

    private void look(Page page, String axe, String name) {
        page.evaluate(axe);
        for (var theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (var width : WIDTHS) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
                page.setViewportSize(width, 900);
                found(page, isExamined(theme, width))
                        .forEach(what -> wrong.add(name + ", " + theme + ", " + width + ": " + what));
            }
        }
    }

    /** Each theme once and each width once, unless all is asked for by {@code -Dpages.all=true}. */
    private static boolean isExamined(ColorScheme theme, int width) {
        return Boolean.getBoolean("pages.all") || (theme == ColorScheme.LIGHT) == (width == WIDTHS.get(0));
    }

    private static List<String> found(Page page, boolean examined) {
        var found = new ArrayList<String>();
        if ((Boolean) page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")) {
            found.add("is wider than its window");
        }
        if (examined) {
            ((List<?>) page.evaluate(GRAVE)).forEach(rule -> found.add(String.valueOf(rule)));
        }
        return found;
    }

    private static String axe() throws IOException {
        try (var in = Objects.requireNonNull(AxeBuilder.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
