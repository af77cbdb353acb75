package dev.operatorkit.browser;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** Checks pages with axe and for broken layouts, narrow and wide, light and dark, and collects the violations. */
public final class AccessibilityCheck {
    private static final List<Integer> WIDTHS = List.of(360, 768, 1440);
    private static final List<ColorScheme> THEMES = List.of(ColorScheme.LIGHT, ColorScheme.DARK);
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final boolean THOROUGH = LONG || Boolean.getBoolean("thorough");

    /** Says how many pages share a check with axe, which takes ten times as long as that of the layout. */
    private static final int PAGES_OF_AXE = THOROUGH ? 1 : 8;

    // Evaluated directly and once for each page, because AxeBuilder would open another page for every check.
    private static final String AXE = axe();
    private static final String SERIOUS_VIOLATIONS = "async () => (await axe.run(document,"
            + " {resultTypes: ['violations'], rules: {'target-size': {enabled: true}}})).violations"
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

    /** Returns the tables that have to be scrolled sideways although the window is wide. */
    private static final String CUT_TABLES = """
        () => innerWidth < 1440 ? [] : [...document.querySelectorAll('.scroll')]
          .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth)
          .map(each => (each.scrollWidth - each.clientWidth) + ' px of ' + each.outerHTML.slice(0, 160))
        """;

    /** Returns the times and dates, except in messages, that break over two lines. */
    private static final String BROKEN_TIMES = """
        () => {
          const broken = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let text; text = texts.nextNode();) {
            if (text.parentElement.closest('pre, code')) continue;
            const time = text.parentElement.closest('time') ? /\\S.*\\S/g : /\\d{4}-\\d\\d-\\d\\d([ \\u00a0]\\d\\d:\\d\\d(:\\d\\d)?)?/g;
            for (const found of text.data.matchAll(time)) {
              const range = document.createRange();
              range.setStart(text, found.index);
              range.setEnd(text, found.index + found[0].length);
              if (new Set([...range.getClientRects()].map(line => line.top)).size > 1)
                broken.push(found[0] + ' in ' + text.parentElement.parentElement.outerHTML.slice(0, 160));
            }
          }
          return broken;
        }
        """;

    private final List<String> violations = new ArrayList<>();
    private int pages;

    /**
     * Checks the open page in one width and one theme, and every eighth page with axe. With {@code -Dthorough}, it is checked in
     * every width, with axe in one; with {@code -Dtests.long} in every width and theme, with axe in all.
     */
    public void inspect(Page page, String name) {
        // The next page gets the next width, and the one after the last width the other theme.
        var turn = pages++;
        var selected = LONG ? WIDTHS : List.of(WIDTHS.get(turn % WIDTHS.size()));
        var isWithAxe = turn % PAGES_OF_AXE == 0;
        if (isWithAxe) {
            page.evaluate(AXE);
        }
        for (var theme : LONG ? THEMES : List.of(THEMES.get(turn / WIDTHS.size() % THEMES.size()))) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
            for (var width : THOROUGH ? WIDTHS : selected) {
                page.setViewportSize(width, 900);
                found(page, isWithAxe && selected.contains(width))
                        .forEach(violation -> violations.add(name + ", " + theme + ", " + width + ": " + violation));
            }
        }
    }

    /** Returns the pages to open and check, by name: all of these with {@code -Dthorough}, and every second one without. */
    public static Map<String, String> selected(Map<String, String> pages) {
        var selected = new LinkedHashMap<String, String>();
        var turn = new AtomicInteger();
        pages.forEach((name, path) -> {
            if (THOROUGH || turn.getAndIncrement() % 2 == 0) {
                selected.put(name, path);
            }
        });
        return selected;
    }

    /** Returns a description of each violation. */
    public List<String> violations() {
        return violations;
    }

    private static List<String> found(Page page, boolean withAxe) {
        var found = new ArrayList<String>();
        var widest = (String) page.evaluate(WIDEST);
        if (!widest.isEmpty()) {
            found.add("is wider than its window, as is " + widest);
        }
        ((List<?>) page.evaluate(OUTSIDE_OF_CARDS)).forEach(each -> found.add("leaves its card: " + each));
        ((List<?>) page.evaluate(BROKEN_TIMES)).forEach(each -> found.add("breaks " + each));
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
