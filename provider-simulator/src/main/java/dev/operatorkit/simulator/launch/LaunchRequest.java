package dev.operatorkit.simulator.launch;

import dev.operatorkit.money.CurrencyCode;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** What a launch URL is asked for: two kinds, so that a demo with money or a token cannot be written (LAU-6, LAU-13). */
public sealed interface LaunchRequest {
    /** The game. */
    String slug();

    /** The player's browser (LAU-2). */
    InetAddress ip();

    /** ISO 639-1, or null to detect it (LAU-7). */
    @Nullable
    String lang();

    /**
     * A game for real money.
     *
     * @param slug the game
     * @param ip the player's browser
     * @param lang the language, if given
     * @param currency of the player's account
     * @param token the operator's session token
     */
    record RealMoney(String slug, InetAddress ip, @Nullable String lang, CurrencyCode currency, String token)
            implements LaunchRequest {}

    /**
     * A game for fun.
     *
     * @param slug the game
     * @param ip the player's browser
     * @param lang the language, if given
     */
    record Demo(String slug, InetAddress ip, @Nullable String lang) implements LaunchRequest {}
}
