package dev.operatorkit.client;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.Limits;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes the game launch for which a launch URL is requested (LAU-2 to LAU-7). Create one with {@link #realMoney} or {@link #demo}.
 * Immutable.
 */
public final class LaunchRequest {
    final String gameSlug;
    final String ip;
    final @Nullable CurrencyCode currency;
    final @Nullable String token;
    final @Nullable String lang;

    private LaunchRequest(Builder builder) {
        this.gameSlug = builder.gameSlug;
        this.ip = Limits.requirePresent("ip", builder.ip);
        this.currency = builder.currency;
        this.token = builder.token;
        this.lang = builder.lang;
    }

    /** Starts a launch for real money of this game of the catalogue. It requires an {@code ip}, a {@code currency} and a {@code token}. */
    public static Builder realMoney(String gameSlug) {
        return new Builder(gameSlug, false);
    }

    /** Starts a demo of this game of the catalogue. It requires an {@code ip}, and has neither currency nor token (LAU-6, LAU-13). */
    public static Builder demo(String gameSlug) {
        return new Builder(gameSlug, true);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LaunchRequest that
                && gameSlug.equals(that.gameSlug)
                && ip.equals(that.ip)
                && Objects.equals(currency, that.currency)
                && Objects.equals(token, that.token)
                && Objects.equals(lang, that.lang);
    }

    @Override
    public int hashCode() {
        return Objects.hash(gameSlug, ip, token);
    }

    /** Returns a string representation without the token. */
    @Override
    public String toString() {
        return "LaunchRequest[" + gameSlug + ", " + ip + ", " + (token == null ? "demo" : currency + ", token hidden")
                + (lang == null ? "]" : ", " + lang + "]");
    }

    /**
     * Builds a launch. Each method throws an IllegalArgumentException if the provider would reject the value; the message names the
     * field. Not thread-safe.
     */
    public static final class Builder {
        private final String gameSlug;
        private final boolean isDemo;
        private @Nullable String ip;
        private @Nullable CurrencyCode currency;
        private @Nullable String token;
        private @Nullable String lang;

        private Builder(String gameSlug, boolean isDemo) {
            ArgumentChecks.requireSegment("gameSlug", gameSlug);
            this.gameSlug = gameSlug;
            this.isDemo = isDemo;
        }

        /** Sets the IPv4 or IPv6 address of the player's browser, not of the operator's server (LAU-2, D-12). */
        public Builder ip(String ip) {
            ArgumentChecks.requireIpAddress("ip", ip);
            this.ip = ip;
            return this;
        }

        /** Sets the IP address of the player's browser, not of the operator's server (LAU-2). */
        public Builder ip(InetAddress ip) {
            return ip(ip.getHostAddress());
        }

        /** Sets the currency of the player's account. */
        public Builder currency(CurrencyCode currency) {
            requireRealMoney("currency");
            this.currency = currency;
            return this;
        }

        /** Sets the currency of the player's account, such as {@code EUR}. */
        public Builder currency(String code) {
            return currency(CurrencyCode.of(code));
        }

        /**
         * Sets the session token that the operator issued to the player (LAU-10), of 1 to {@value Limits#MAX_TOKEN_LENGTH} characters
         * (D-36); see {@link SessionTokens}.
         */
        public Builder token(String token) {
            requireRealMoney("token");
            Limits.requireToken("token", token);
            this.token = token;
            return this;
        }

        private void requireRealMoney(String field) {
            if (isDemo) {
                throw new IllegalArgumentException(field + " must not be set: a demo has none. Call realMoney instead");
            }
        }

        /** Sets the ISO 639-1 language code; null, the default, lets the provider detect the language (LAU-7). */
        public Builder lang(@Nullable String lang) {
            ArgumentChecks.requireLanguage("lang", lang);
            this.lang = lang;
            return this;
        }

        /**
         * Sets the language of this locale. If it has none of ISO 639-1, such as {@link Locale#ROOT} or Filipino ({@code fil}), the provider
         * detects the language (LAU-7).
         */
        public Builder lang(Locale locale) {
            return lang(ArgumentChecks.isLanguage(locale.getLanguage()) ? locale.getLanguage() : null);
        }

        /**
         * Creates the launch request.
         *
         * @throws IllegalArgumentException if a required field is missing; the message names it
         */
        public LaunchRequest build() {
            if (!isDemo) {
                Limits.requirePresent("currency", currency);
                Limits.requirePresent("token", token);
            }
            return new LaunchRequest(this);
        }
    }
}
