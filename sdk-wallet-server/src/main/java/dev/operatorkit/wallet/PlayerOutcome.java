package dev.operatorkit.wallet;

import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.Player;

/** Represents the outcome of {@code GET /player}. Each outcome has a fixed HTTP status (WAL-2, D-15). */
public sealed interface PlayerOutcome {

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
     * Reports a valid token for a game that is unknown or not available to this player (status 422).
     *
     * @param message the error message for the provider
     */
    record UnknownGame(String message) implements PlayerOutcome {
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
