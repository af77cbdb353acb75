package dev.operatorkit.wallet;

import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.util.Objects;

/** Represents the outcome of {@code GET /player}. Each outcome has a fixed HTTP status (WAL-2, D-15). Immutable. */
public sealed interface PlayerOutcome {

    /**
     * Resolves the token to its player and checks that the player may play the game, with a directory.
     *
     * @param now the time that decides whether the session has expired
     */
    static PlayerOutcome of(Wallet.PlayerRequest request, PlayerDirectory players, Instant now) {
        var session = players.findSession(request.token()).filter(found -> now.isBefore(found.expiresAt()));
        var player = session.flatMap(found -> players.findPlayer(found.accountId()));
        if (player.isEmpty()) {
            // One message for both cases, so that it does not reveal which tokens existed (D-15).
            return new InvalidToken("the token is unknown or expired");
        }
        return players.gameAccess(player.get(), request.gameId())
                .refusal()
                .<PlayerOutcome>map(Refused::new)
                .orElseGet(() -> new Accepted(player.get()));
    }

    /** Returns the HTTP status of this outcome. */
    int status();

    /** Returns the record that is sent as the JSON response body. */
    Object responseBody();

    /**
     * Reports a valid token of a player who may play the game (status 200).
     *
     * @param player the response body
     */
    record Accepted(Player player) implements PlayerOutcome {
        public Accepted {
            Objects.requireNonNull(player, "player");
        }

        @Override
        public int status() {
            return 200;
        }

        @Override
        public Object responseBody() {
            return player;
        }
    }

    /**
     * Reports an unknown or expired token (status 403).
     *
     * @param message the error message for the provider
     */
    record InvalidToken(String message) implements PlayerOutcome {
        public InvalidToken {
            Objects.requireNonNull(message, "message");
        }

        @Override
        public int status() {
            return 403;
        }

        @Override
        public Object responseBody() {
            return new ErrorMessage(message);
        }
    }

    /**
     * Reports a valid token of a player who may not play this game (status 422).
     *
     * @param message the error message for the provider
     */
    record Refused(String message) implements PlayerOutcome {
        public Refused {
            Objects.requireNonNull(message, "message");
        }

        @Override
        public int status() {
            return 422;
        }

        @Override
        public Object responseBody() {
            return new ErrorMessage(message);
        }
    }
}
