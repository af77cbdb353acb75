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

        /** Returns a builder, on which each field is set by name. All but {@code lang} are required. */
        public static Builder builder() {
            return new Builder();
        }

        /** Builds a real-money launch. */
        public static final class Builder {
            private @Nullable String gameSlug;
            private @Nullable String ipAddress;
            private @Nullable CurrencyCode currency;
            private @Nullable String token;
            private @Nullable String lang;

            private Builder() {}

            /** Sets the slug of the game, as in the catalogue. */
            public Builder gameSlug(String gameSlug) {
                this.gameSlug = gameSlug;
                return this;
            }

            /** Sets the IPv4 or IPv6 address of the player's browser (LAU-2). */
            public Builder ipAddress(String ipAddress) {
                this.ipAddress = ipAddress;
                return this;
            }

            /** Sets the IP address of the player's browser (LAU-2). */
            public Builder ipAddress(InetAddress ipAddress) {
                return ipAddress(ipAddress.getHostAddress());
            }

            /** Sets the currency of the player's account. */
            public Builder currency(CurrencyCode currency) {
                this.currency = currency;
                return this;
            }

            /** Sets the session token that the operator issued to the player (LAU-10); see {@link SessionTokens}. */
            public Builder token(String token) {
                this.token = token;
                return this;
            }

            /** Sets the ISO 639-1 language code; null to let the provider detect the language (LAU-7). */
            public Builder lang(@Nullable String lang) {
                this.lang = lang;
                return this;
            }

            /**
             * Creates the launch request.
             *
             * @throws IllegalArgumentException if a field is missing or not valid; the message names the field
             */
            public RealMoney build() {
                return new RealMoney(
                        ArgumentChecks.requirePresent("gameSlug", gameSlug),
                        ArgumentChecks.requirePresent("ipAddress", ipAddress),
                        ArgumentChecks.requirePresent("currency", currency),
                        ArgumentChecks.requirePresent("token", token),
                        lang);
            }
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
