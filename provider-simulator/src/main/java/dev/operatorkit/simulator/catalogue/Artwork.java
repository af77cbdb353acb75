package dev.operatorkit.simulator.catalogue;

import dev.operatorkit.simulator.http.Segment;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Draws the pictures of the games from their slugs, always the same for the same slug (D-1). */
public final class Artwork {
    /** Holds the path of the pictures: {@code /artwork/{slug}/cover.svg} and {@code icon.svg}. */
    public static final String PATH = "/artwork/";

    private static final int LONG_NAME = 18;
    /** Holds the length above which a name is condensed, whatever the font. */
    private static final int LONGEST_NAME = 24;

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
        var hue = hueOf(slug);
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" role="img" aria-label="%4$s">
            <defs>
            <linearGradient id="sky" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(%1$d 70%% 26%%)"/>\
            <stop offset="1" stop-color="hsl(%2$d 75%% 12%%)"/></linearGradient>
            <radialGradient id="glow"><stop offset="0" stop-color="hsl(%1$d 95%% 72%%)" stop-opacity=".75"/>\
            <stop offset="1" stop-color="hsl(%1$d 95%% 60%%)" stop-opacity="0"/></radialGradient>
            </defs>
            <rect width="600" height="400" fill="url(#sky)"/>
            %5$s
            <circle cx="300" cy="165" r="190" fill="url(#glow)"/>
            <g transform="translate(300 165)">%3$s</g>
            <rect y="318" width="600" height="82" fill="hsl(%2$d 80%% 6%%)" fill-opacity=".72"/>
            <text x="300" y="372" text-anchor="middle" font-family="Georgia, 'Times New Roman', serif" \
            font-size="%6$d" font-weight="700" fill="#fff"%7$s>%4$s</text>
            </svg>
            """.formatted(
                        hue,
                        (hue + 40) % 360,
                        motif(slug),
                        escaped(name),
                        stars(slug),
                        name.length() > LONG_NAME ? 36 : 44,
                        name.length() > LONGEST_NAME ? " textLength=\"560\" lengthAdjust=\"spacingAndGlyphs\"" : "");
    }

    /** Draws the square picture, 200 by 200. */
    public static String icon(String slug, String name) {
        var hue = hueOf(slug);
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" role="img" aria-label="%4$s">
            <defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(%1$d 70%% 34%%)"/>\
            <stop offset="1" stop-color="hsl(%2$d 75%% 14%%)"/></linearGradient></defs>
            <rect width="200" height="200" rx="36" fill="url(#sky)"/>
            <g transform="translate(100 100) scale(.72)">%3$s</g>
            </svg>
            """.formatted(hue, (hue + 40) % 360, motif(slug), escaped(name));
    }

    private static String motif(String slug) {
        return Motif.of(slug).svg().replace("@", Integer.toString((hueOf(slug) + 180) % 360));
    }

    private static int hueOf(String slug) {
        return Math.floorMod(slug.hashCode() * 47, 360);
    }

    /** Draws a few stars at positions derived from the slug. */
    private static String stars(String slug) {
        var seed = slug.hashCode();
        var svg = new StringBuilder("<g fill=\"#fff\" fill-opacity=\".5\">");
        for (var i = 0; i < 24; i++) {
            seed = seed * 1_103_515_245 + 12_345;
            var x = Math.floorMod(seed >> 8, 600);
            var y = Math.floorMod(seed >> 17, 310);
            svg.append(String.format(Locale.ROOT, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>", x, y, 1 + i % 3));
        }
        return svg.append("</g>").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
