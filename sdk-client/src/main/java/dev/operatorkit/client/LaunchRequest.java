package dev.operatorkit.client;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.Limits;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Describes the game launch for which a launch URL is requested (LAU-2 to LAU-7). A demo has no currency and no token
 * (LAU-6).
 */
public sealed interface LaunchRequest {
    /** Returns the slug of the game, as in the catalogue. */
    String gameSlug();

    /** Returns the IP address of the player's browser, not of the operator's server (LAU-2). */
    String ipAddress();

    /** Returns the ISO 639-1 language code, or null to let the provider detect the language (LAU-7). */
    @Nullable
    String lang();

    /**
     * Describes a real-money launch.
     *
     * @param gameSlug the slug of the game, as in the catalogue
     * @param ipAddress the IPv4 or IPv6 address of the player's browser (D-12)
     * @param currency the currency of the player's account
     * @param token the session token that the operator issued to the player (LAU-10), of 1 to
     *     {@value Limits#MAX_TOKEN_LENGTH} characters (D-36); see {@link SessionTokens}
     * @param lang the ISO 639-1 language code, or null to let the provider detect the language
     */
    record RealMoney(
            String gameSlug,
            String ipAddress,
            CurrencyCode currency,
            String token,
            @Nullable String lang) implements LaunchRequest {
        /**
         * Validates the fields.
         *
         * @throws IllegalArgumentException if the provider would reject a field; the message names it
         */
        public RealMoney {
            ArgumentChecks.requireSegment("gameSlug", gameSlug);
            ArgumentChecks.requireIpAddress("ipAddress", ipAddress);
            ArgumentChecks.requirePresent("currency", currency);
            Limits.requireToken("token", token);
            ArgumentChecks.requireLanguage("lang", lang);
        }

        /** Creates a launch whose language the provider detects. */
        public RealMoney(String gameSlug, InetAddress ipAddress, CurrencyCode currency, String token) {
            this(gameSlug, ipAddress.getHostAddress(), currency, token, null);
        }

        /** Returns a string representation without the token. */
        @Override
        public String toString() {
            return "RealMoney[" + gameSlug + ", " + ipAddress + ", " + currency + ", token hidden, " + lang + "]";
        }
    }

    /**
     * Describes a demo launch, without money and without callbacks (LAU-13).
     *
     * @param gameSlug the slug of the game, as in the catalogue
     * @param ipAddress the IPv4 or IPv6 address of the player's browser (D-12)
     * @param lang the ISO 639-1 language code, or null to let the provider detect the language
     */
    record Demo(String gameSlug, String ipAddress, @Nullable String lang) implements LaunchRequest {
        /**
         * Validates the fields.
         *
         * @throws IllegalArgumentException if the provider would reject a field; the message names it
         */
        public Demo {
            ArgumentChecks.requireSegment("gameSlug", gameSlug);
            ArgumentChecks.requireIpAddress("ipAddress", ipAddress);
            ArgumentChecks.requireLanguage("lang", lang);
        }

        /** Creates a launch whose language the provider detects. */
        public Demo(String gameSlug, InetAddress ipAddress) {
            this(gameSlug, ipAddress.getHostAddress(), null);
        }
    }
}
