package dev.operatorkit.wallet;

import dev.operatorkit.wire.Limits;
import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks up the operator's sessions and players. Called on the thread that handles the request, outside any unit of
 * work. Must be thread-safe.
 */
public interface PlayerDirectory {

    /**
     * Returns the session of a token, even if it has expired; empty if the token is unknown. Keep an expired session
     * for as long as a game opened with its token may run: that game's debits are still accepted (D-17), and are
     * refused once the token is unknown. Must return or throw within about two seconds, because a debit waits for it
     * and the provider times out after ten (D-34).
     */
    Optional<Session> findSession(String token);

    /** Returns the player of an account with the current balance; empty if there is no such account. */
    Optional<Player> findPlayer(String accountId);

    /**
     * Returns whether this player may play this game. The default allows every game; override it to restrict games, or to
     * keep an excluded player from starting any (D-15).
     */
    default GameAccess gameAccess(Player player, String gameId) {
        return GameAccess.granted();
    }

    /**
     * Says whether a player may play a game: {@link #granted} or {@link #refused}.
     *
     * @param refusal why not; empty if the player may play
     */
    record GameAccess(Optional<String> refusal) {
        private static final GameAccess GRANTED = new GameAccess(Optional.empty());

        /**
         * Makes the message fit into a response.
         *
         * @throws IllegalArgumentException if the message is blank (GEN-7)
         */
        public GameAccess {
            Objects.requireNonNull(refusal, "refusal");
            if (refusal.filter(String::isBlank).isPresent()) {
                throw new IllegalArgumentException("The message of a refused game is blank. Say why it is refused.");
            }
            refusal = refusal.map(Limits::toStorableText);
        }

        /** Returns that the player may play the game. */
        public static GameAccess granted() {
            return GRANTED;
        }

        /**
         * Returns that the player may not play the game.
         *
         * @param message why; the provider receives it in the response body, and may show it to the player
         */
        public static GameAccess refused(String message) {
            return new GameAccess(Optional.of(message));
        }
    }

    /**
     * Holds the account of a session and the time at which the session expires.
     *
     * @param accountId the account that the session belongs to; the account of a token never changes, so it may be
     *     cached
     * @param expiresAt when the session expires (LAU-10): from then on {@code GET /player} rejects its token, and so
     *     does a debit without a {@code playerId} (D-17)
     */
    record Session(String accountId, Instant expiresAt) {
        public Session {
            Objects.requireNonNull(accountId, "accountId");
            Objects.requireNonNull(expiresAt, "expiresAt");
        }
    }
}
