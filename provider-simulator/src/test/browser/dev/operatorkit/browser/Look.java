package dev.operatorkit.browser;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A critical look at pages, narrow and wide, by day and by night. */
public final class Look {
    private static final List<Integer> WIDTHS = List.of(360, 1440);

    // Straight, and read in once a page: its builder would open a page of its own for each look.
    private static final String AXE = axe();
    private static final String GRAVE =
            "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
                    + ".filter(rule => rule.impact === 'serious' || rule.impact === 'critical')"
                    + ".map(rule => rule.id + ' at ' + rule.nodes.map(node => node.target.join(' ')).join(', '))";

    private final List<String> wrong = new ArrayList<>();

    /** Looks at what is open. */
    public void at(Page page, String name) {
        page.evaluate(AXE);
        for (var theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (var width : WIDTHS) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
                page.setViewportSize(width, 900);
                found(page, isExamined(theme, width))
                        .forEach(what -> wrong.add(name + ", " + theme + ", " + width + ": " + what));
            }
        }
    }

    /** What is wrong with the pages, in words. */
    public List<String> wrong() {
        return wrong;
    }

    /** Each theme once and each width once, or every combination of both with {@code -Dtests.long}. */
    private static boolean isExamined(ColorScheme theme, int width) {
        return Boolean.getBoolean("tests.long") || (theme == ColorScheme.LIGHT) == (width == WIDTHS.get(0));
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

    private static String axe() {
        try (var in = Objects.requireNonNull(AxeBuilder.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
