package dev.operatorkit.simulator.round;

import dev.operatorkit.money.CurrencyCode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds a player in a game, as returned by the player callback (WAL-1). */
public final class PlayerSession {
    private final String operator;
    private final String accountId;
    private final String gameId;
    private final String token;
    private final CurrencyCode currency;

    private PlayerSession(Builder builder) {
        operator = builder.operator;
        accountId = required(builder.accountId, "account");
        gameId = required(builder.gameId, "game");
        token = required(builder.token, "token");
        currency = required(builder.currency, "currency");
    }

    private static <T> T required(@Nullable T value, String name) {
        return Objects.requireNonNull(value, () -> "A player session needs its " + name + ". Set it before build().");
    }

    /** Begins a session of a player of this operator. The builder names each part, since all but one are text. */
    public static Builder of(String operator) {
        return new Builder(operator);
    }

    /** Returns the operator's id. */
    public String operator() {
        return operator;
    }

    /** Returns the account id. */
    public String accountId() {
        return accountId;
    }

    /** Returns the game's slug. */
    public String gameId() {
        return gameId;
    }

    /** Returns the operator's session token. */
    public String token() {
        return token;
    }

    /** Returns the account's currency; never {@code FUN}, so a demo cannot have a session (LAU-13). */
    public CurrencyCode currency() {
        return currency;
    }

    /** Hides the token. */
    @Override
    public String toString() {
        return "PlayerSession[" + accountId + " of " + operator + " in " + gameId + "]";
    }

    /** Collects the parts of a session, all of which are required. */
    public static final class Builder {
        private final String operator;
        private @Nullable String accountId;
        private @Nullable String gameId;
        private @Nullable String token;
        private @Nullable CurrencyCode currency;

        private Builder(String operator) {
            this.operator = operator;
        }

        /** Sets the account id. */
        public Builder account(String id) {
            accountId = id;
            return this;
        }

        /** Sets the game's slug. */
        public Builder game(String slug) {
            gameId = slug;
            return this;
        }

        /** Sets the operator's session token. */
        public Builder token(String sessionToken) {
            token = sessionToken;
            return this;
        }

        /** Sets the account's currency. */
        public Builder currency(CurrencyCode code) {
            currency = code;
            return this;
        }

        /** Returns the session. */
        public PlayerSession build() {
            return new PlayerSession(this);
        }
    }
}
