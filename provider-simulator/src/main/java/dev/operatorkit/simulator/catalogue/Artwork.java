package dev.operatorkit.simulator.catalogue;

import dev.operatorkit.simulator.http.Segment;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Draws the pictures of the games, a colour and initials, always the same for the same slug (D-1). */
public final class Artwork {
    /** Holds the path of the pictures: {@code /artwork/{slug}/cover.svg} and {@code icon.svg}. */
    public static final String PATH = "/artwork/";

    private Artwork() {}

    /** Returns the artwork URLs of a game's catalogue entry. */
    static Map<String, Object> urls(URI base, String slug) {
        var folder = base + PATH + Segment.of(slug);
        // Keeps a fixed order, so that the entity tag does not change with every start.
        var urls = new TreeMap<String, Object>();
        urls.put("cover", folder + "/cover.svg");
        urls.put("icon", folder + "/icon.svg");
        return urls;
    }

    /** Draws the wide picture, 600 by 400, with the game's name. */
    public static String cover(String slug, String name) {
        // A long name is condensed to the width of the picture, in every font.
        var fitted = name.length() > 24 ? " textLength=\"560\" lengthAdjust=\"spacingAndGlyphs\"" : "";
        var title =
                "<text x=\"300\" y=\"360\" text-anchor=\"middle\" font-family=\"serif\" font-size=\"36\" fill=\"#fff\""
                        + fitted + ">" + escape(name) + "</text>";
        return draw(slug, name, 600, 400, title);
    }

    /** Draws the square picture, 200 by 200. */
    public static String icon(String slug, String name) {
        return draw(slug, name, 200, 200, "");
    }

    private static String draw(String slug, String name, int width, int height, String title) {
        var hue = Math.floorMod(slug.hashCode() * 47, 360);
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" role="img" aria-label="%3$s">
            <rect width="%1$d" height="%2$d" fill="hsl(%4$d 60%% 28%%)"/>
            <circle cx="%5$d" cy="%6$d" r="%7$d" fill="hsl(%4$d 80%% 60%%)"/>
            <text x="%5$d" y="%6$d" dy=".35em" text-anchor="middle" font-family="serif" font-size="%7$d">%8$s</text>
            %9$s
            </svg>
            """.formatted(
                        width,
                        height,
                        escape(name),
                        hue,
                        width / 2,
                        height * 9 / 20,
                        height * 3 / 10,
                        escape(initials(name)),
                        title);
    }

    /** Returns the first characters of the first two words. */
    private static String initials(String name) {
        var initials = new StringBuilder();
        for (var word : name.strip().split("\\s+", 3)) {
            if (!word.isEmpty() && initials.codePoints().count() < 2) {
                initials.appendCodePoint(word.codePointAt(0));
            }
        }
        return initials.toString().toUpperCase(Locale.ROOT);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
