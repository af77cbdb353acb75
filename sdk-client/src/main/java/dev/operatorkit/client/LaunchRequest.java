package dev.operatorkit.client;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.Limits;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Who wants to play what, for a launch URL (LAU-2 to LAU-7). A demo knows neither currency nor token (LAU-6). */
public sealed interface LaunchRequest {
    /** The game, as the catalogue names it. */
    String gameSlug();

    /** The address of the player's browser, not of the operator's server (LAU-2). */
    String ipAddress();

    /** ISO 639-1, or null to have it detected (LAU-7). */
    @Nullable
    String lang();

    /**
     * Play with the player's money.
     *
     * @param gameSlug the game, as the catalogue names it
     * @param ipAddress an IPv4 or IPv6 literal (D-12)
     * @param currency the player's currency
     * @param token the operator's session token (LAU-10) of 1 to {@value Limits#LONGEST_TOKEN} characters (D-36), see {@link SessionTokens}
     * @param lang ISO 639-1, or null to have it detected
     */
    record RealMoney(
            String gameSlug,
            String ipAddress,
            CurrencyCode currency,
            String token,
            @Nullable String lang) implements LaunchRequest {
        /** Refuses what the service would refuse, with the field's name. */
        public RealMoney {
            ArgumentChecks.requireSegment("gameSlug", gameSlug);
            ArgumentChecks.requireIpAddress("ipAddress", ipAddress);
            ArgumentChecks.requirePresent("currency", currency);
            Limits.requireToken("token", token);
            ArgumentChecks.requireLanguage("lang", lang);
        }

        /** The language is detected. */
        public RealMoney(String gameSlug, InetAddress ipAddress, CurrencyCode currency, String token) {
            this(gameSlug, ipAddress.getHostAddress(), currency, token, null);
        }

        /** Everything but the token. */
        @Override
        public String toString() {
            return "RealMoney[" + gameSlug + ", " + ipAddress + ", " + currency + ", token hidden, " + lang + "]";
        }
    }

    /**
     * Play for fun: no money, no callbacks (LAU-13).
     *
     * @param gameSlug the game, as the catalogue names it
     * @param ipAddress an IPv4 or IPv6 literal (D-12)
     * @param lang ISO 639-1, or null to have it detected
     */
    record Demo(String gameSlug, String ipAddress, @Nullable String lang) implements LaunchRequest {
        /** Refuses what the service would refuse, with the field's name. */
        public Demo {
            ArgumentChecks.requireSegment("gameSlug", gameSlug);
            ArgumentChecks.requireIpAddress("ipAddress", ipAddress);
            ArgumentChecks.requireLanguage("lang", lang);
        }

        /** The language is detected. */
        public Demo(String gameSlug, InetAddress ipAddress) {
            this(gameSlug, ipAddress.getHostAddress(), null);
        }
    }
}
