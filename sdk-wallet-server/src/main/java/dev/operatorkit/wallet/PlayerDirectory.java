package dev.operatorkit.wallet;

import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.util.Optional;

/** Looks up the operator's sessions and players. Called on the request's thread, outside any unit of work. */
public interface PlayerDirectory {

    /**
     * Returns the session of a token, expired or not; empty when the token was never issued. Answers or throws within two seconds or
     * so: a debit waits for it, and its caller hangs up after ten (D-34).
     */
    Optional<Session> findSession(String token);

    /** Returns the player of an account with the current balance; empty if there is no such account. */
    Optional<Player> findPlayer(String accountId);

    /**
     * Returns true if this account may play this game. The default allows every game; override it to restrict games
     * (D-15).
     */
    default boolean isGameAvailable(String accountId, String gameId) {
        return true;
    }

    /**
     * Holds the account and the expiry of a session.
     *
     * @param accountId the account it belongs to; a token's account never changes, so an implementation may cache it
     * @param expiresAt the time from which on the session starts no more games (LAU-10)
     */
    record Session(String accountId, Instant expiresAt) {}
}
