package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every page, narrow and wide, by day and by night. */
@ExtendWith(Browser.class)
class PagesTest {
    private static final Set<String> GRAVE = Set.of("serious", "critical");
    private static final List<Integer> WIDTHS = List.of(360, 1440);

    @Test
    void every_page_can_be_used_by_everybody_and_fits_its_window() throws Exception {
        var wrong = new ArrayList<String>();
        try (var visit = Visit.begin()) {
            Stock.fill(visit).forEach((name, path) -> {
                visit.openWhateverItAnswers(path);
                for (var theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                    for (var width : WIDTHS) {
                        visit.page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
                        visit.page.setViewportSize(width, 900);
                        look(visit.page, isExamined(theme, width))
                                .forEach(what -> wrong.add(name + ", " + theme + ", " + width + ": " + what));
                    }
                }
            });
        }
        assertThat(wrong).isEmpty();
    }

    /** axe takes a second and more: each theme once and each width once, unless all is asked for by {@code -Dpages.all=true}. */
    private static boolean isExamined(ColorScheme theme, int width) {
        return Boolean.getBoolean("pages.all") || (theme == ColorScheme.LIGHT) == (width == WIDTHS.get(0));
    }

    private static List<String> look(Page page, boolean examined) {
        var wrong = new ArrayList<String>();
        if ((Boolean) page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")) {
            wrong.add("is wider than its window");
        }
        if (!examined) {
            return wrong;
        }
        new AxeBuilder(page)
                .analyze().getViolations().stream()
                        .filter(rule -> GRAVE.contains(rule.getImpact()))
                        .map(PagesTest::words)
                        .forEach(wrong::add);
        return wrong;
    }

    private static String words(Rule rule) {
        return rule.getId() + " at "
                + rule.getNodes().stream().map(node -> node.getTarget() + "").toList();
    }
}
