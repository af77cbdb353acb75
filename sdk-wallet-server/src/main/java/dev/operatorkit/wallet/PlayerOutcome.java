package dev.operatorkit.wallet;

import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.Player;

/** The answer to {@code GET /player} (WAL-2, D-15). */
public sealed interface PlayerOutcome {

    /** The HTTP status that tells it. */
    int status();

    /** The record that the answer's body is the JSON of. */
    Object responseBody();

    /** The token is good: this player may play. */
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

    /** The token is unknown or expired. */
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

    /** The player is known, the game is not. */
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
