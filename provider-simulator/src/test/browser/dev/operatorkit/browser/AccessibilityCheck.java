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

/** Checks pages with axe and for broken layouts, narrow and wide, light and dark, and collects the violations. */
public final class AccessibilityCheck {
    private static final List<Integer> WIDTHS = List.of(360, 768, 1440);
    private static final List<ColorScheme> THEMES = List.of(ColorScheme.LIGHT, ColorScheme.DARK);

    // Evaluated directly and once for each page, because AxeBuilder would open another page for every check.
    private static final String AXE = axe();
    private static final String SERIOUS_VIOLATIONS =
            "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
                    + ".filter(rule => rule.impact === 'serious' || rule.impact === 'critical')"
                    + ".map(rule => rule.id + ' at ' + rule.nodes.map(node => node.target.join(' ')).join(', '))";

    /** Returns the start of the innermost element that leaves the window, or an empty text if the page fits. */
    private static final String WIDEST = """
        () => {
          const width = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= width) return '';
          const outside = [...document.body.querySelectorAll('*')].filter(each => each.getBoundingClientRect().right > width);
          return (outside.at(-1) ?? document.body).outerHTML.slice(0, 160);
        }
        """;

    /** Returns the fields and buttons that leave the card around them. */
    private static final String OUTSIDE_OF_CARDS = """
        () => [...document.querySelectorAll('.card, fieldset, section > form')].flatMap(card =>
          [...card.querySelectorAll('button, .button, input, select, textarea')]
            .filter(each => !each.closest('.scroll') && each.checkVisibility()
              && each.getBoundingClientRect().right > card.getBoundingClientRect().right)
            .map(each => each.outerHTML.slice(0, 160)))
        """;

    /** Returns the start of each text that is so narrow that its lines have less than four letters. */
    private static final String COLUMNS_OF_LETTERS = """
        () => {
          const found = [];
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          while (texts.nextNode()) {
            const text = texts.currentNode.data.trim();
            if (text.length < 24 || !texts.currentNode.parentElement.checkVisibility()) continue;
            range.selectNodeContents(texts.currentNode);
            if (range.getClientRects().length > text.length / 4) found.push(text.slice(0, 80));
          }
          return found;
        }
        """;

    /** Returns the tables that have to be scrolled sideways although the window is wide. */
    private static final String CUT_TABLES = """
        () => innerWidth < 1440 ? [] : [...document.querySelectorAll('.scroll')]
          .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth)
          .map(each => (each.scrollWidth - each.clientWidth) + ' px of ' + each.outerHTML.slice(0, 160))
        """;

    private final List<String> violations = new ArrayList<>();
    private int pages;

    /** Checks the open page in every width and one theme, with axe in one width; with {@code -Dtests.long} in all. */
    public void inspect(Page page, String name) {
        page.evaluate(AXE);
        // The next page gets the other width, and the one after it the other theme.
        var turn = pages++;
        for (var theme : selected(THEMES, turn / WIDTHS.size())) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
            for (var width : WIDTHS) {
                page.setViewportSize(width, 900);
                found(page, selected(WIDTHS, turn).contains(width))
                        .forEach(violation -> violations.add(name + ", " + theme + ", " + width + ": " + violation));
            }
        }
    }

    /** Returns a description of each violation. */
    public List<String> violations() {
        return violations;
    }

    private static <T> List<T> selected(List<T> all, int turn) {
        return Boolean.getBoolean("tests.long") ? all : List.of(all.get(turn % all.size()));
    }

    private static List<String> found(Page page, boolean withAxe) {
        var found = new ArrayList<String>();
        var widest = (String) page.evaluate(WIDEST);
        if (!widest.isEmpty()) {
            found.add("is wider than its window, as is " + widest);
        }
        ((List<?>) page.evaluate(OUTSIDE_OF_CARDS)).forEach(each -> found.add("leaves its card: " + each));
        ((List<?>) page.evaluate(COLUMNS_OF_LETTERS)).forEach(each -> found.add("is a column of letters: " + each));
        ((List<?>) page.evaluate(CUT_TABLES)).forEach(each -> found.add("cuts " + each));
        if (withAxe) {
            ((List<?>) page.evaluate(SERIOUS_VIOLATIONS)).forEach(rule -> found.add(String.valueOf(rule)));
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
