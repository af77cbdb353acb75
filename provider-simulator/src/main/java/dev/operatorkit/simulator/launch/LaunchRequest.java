package dev.operatorkit.simulator.launch;

import dev.operatorkit.money.CurrencyCode;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Represents a request for a launch URL: one of two kinds, so that a demo cannot have a currency or a token (LAU-6, LAU-13). */
public sealed interface LaunchRequest {
    String slug();

    /** Returns the address of the player's browser (LAU-2). */
    InetAddress ip();

    /** Returns the language in ISO 639-1, or null to detect it (LAU-7). */
    @Nullable
    String lang();

    /** Returns what is wrong with a currency that is not known, since a misspelt one is accepted here (D-58); else nothing. */
    static String remark(CurrencyCode currency) {
        try {
            CurrencyCode.of(currency.code());
            return "";
        } catch (IllegalArgumentException e) {
            return "This is " + e.getMessage() + ". Here it has " + currency.decimals() + " decimals (D-58).";
        }
    }

    /** Requests a game for real money. */
    record RealMoney(String slug, InetAddress ip, @Nullable String lang, CurrencyCode currency, String token)
            implements LaunchRequest {}

    record Demo(String slug, InetAddress ip, @Nullable String lang) implements LaunchRequest {}
}
