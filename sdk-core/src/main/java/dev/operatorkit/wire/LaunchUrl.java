package dev.operatorkit.wire;

/**
 * Holds the response to a launch (LAU-1). The URL is valid for one session token and one player address (LAU-8): do not
 * store it or give it to another player.
 *
 * @param url the URL to open in the player's browser
 */
public record LaunchUrl(String url) {
    /** Returns a string representation without the URL, because anyone who has the URL can play as the player. */
    @Override
    public String toString() {
        return "LaunchUrl[hidden]";
    }
}
