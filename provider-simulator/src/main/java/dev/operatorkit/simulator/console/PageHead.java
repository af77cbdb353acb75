package dev.operatorkit.simulator.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds what the pages contain rather than load: their styles, and the script that runs before they are painted. A browser paints
 * nothing before it has these, and in a new tab a request for each takes longer than all the rest.
 */
final class PageHead {
    /** Styles the pages of the console. */
    static final String STYLE = styles("console", "overview", "exchange", "documentation", "wire");

    /** Styles the pages of a game. */
    static final String GAME_STYLE = styles("game");

    /** Styles the callbacks beside a game. */
    static final String WIRE_STYLE = styles("wire");

    /** Sets the theme, and keeps early clicks. */
    static final String SCRIPT = text("theme.js");

    private PageHead() {}

    /** Returns the source by which a Content-Security-Policy allows this script and no other one within a page. */
    static String scriptSource() {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(SCRIPT.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String styles(String... names) {
        return Stream.of(names).map(name -> text(name + ".css")).collect(Collectors.joining());
    }

    private static String text(String name) {
        return new String(Assets.read("assets/" + name), StandardCharsets.UTF_8);
    }
}
