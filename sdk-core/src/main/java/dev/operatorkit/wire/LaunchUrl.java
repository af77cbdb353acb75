package dev.operatorkit.wire;

/**
 * The answer to a launch (LAU-1), good for one token and one address (LAU-8): never stored, never given to another player.
 *
 * @param url where the player's browser goes
 */
public record LaunchUrl(String url) {
    /** Hides the address, which lets its holder play as the player. */
    @Override
    public String toString() {
        return "LaunchUrl[hidden]";
    }
}
