package dev.operatorkit.wire;

/**
 * Holds the response to a launch (LAU-1). The URL is valid for one session token and one player address (LAU-8): do not
 * store it or give it to another player.
 *
 * @param url the URL to open in the player's browser
 */
public record LaunchUrl(String url) {
    /**
     * Validates the URL.
     *
     * @throws IllegalArgumentException if it is missing
     */
    public LaunchUrl {
        Limits.requirePresent("url", url);
    }

    /** Returns a text without the URL, since anyone who has it can play as the player. */
    @Override
    public String toString() {
        return "LaunchUrl[hidden]";
    }
}
