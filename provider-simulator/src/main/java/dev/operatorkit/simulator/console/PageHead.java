package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.report.InlineSource;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holds what the pages contain rather than load: their styles, and the script that runs before they are painted. A browser paints
 * nothing before it has these, and in a new tab a request for each takes longer than all the rest.
 */
final class PageHead {
    /** Styles the pages of the console. */
    static final String STYLE = styles("console", "overview", "exchange", "wire", "copy");

    /** Holds the number of colours that the page of a game may have. */
    static final int HUES = 36;

    private static final int CIRCLE = 360;

    /** Styles the pages of a game. */
    static final String GAME_STYLE = styles("game") + hues();

    /** Styles the callbacks beside a game. */
    static final String WIRE_STYLE = styles("wire", "copy");

    /** Styles the page that the admin gate shows. */
    static final String REFUSED_STYLE = styles("refused");

    /** Sets the theme, and keeps early clicks. */
    static final String SCRIPT = text("theme.js");

    private PageHead() {}

    /** Returns what a Content-Security-Policy allows within a page: these styles and this script, and no others. */
    static String policy() {
        var styles = Stream.of(STYLE, GAME_STYLE, WIRE_STYLE, REFUSED_STYLE)
                .map(InlineSource::of)
                .collect(Collectors.joining(" "));
        return "style-src " + styles + "; script-src 'self' " + InlineSource.of(SCRIPT);
    }

    /** Returns rules that colour a page, since a policy that forbids styles in attributes leaves only classes to choose by. */
    private static String hues() {
        return IntStream.range(0, HUES)
                .mapToObj(hue -> ".hue-" + hue + "{--hue:" + hue * (CIRCLE / HUES) + "}")
                .collect(Collectors.joining());
    }

    private static String styles(String... names) {
        return Stream.of(names).map(name -> text(name + ".css")).collect(Collectors.joining());
    }

    private static String text(String name) {
        return new String(Assets.read("assets/" + name), StandardCharsets.UTF_8);
    }
}
