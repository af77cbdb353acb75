package dev.operatorkit.wallet;

import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.util.Optional;

/** The operator's sessions and accounts. Asked on the caller's thread, outside any unit of work. */
public interface PlayerDirectory {

    /** The session of a token, expired or not; empty when the token was never issued. */
    Optional<Session> findSession(String token);

    /** The account's player, with the balance of now; empty when there is no such account. */
    Optional<Player> findPlayer(String accountId);

    /** Whether this account may play this game; an operator that knows its games overrides it (D-15). */
    default boolean isGameAvailable(String accountId, String gameId) {
        return true;
    }

    /**
     * A session.
     *
     * @param accountId whose it is; a token never changes its account, so this may be cached
     * @param expiresAt from when on it opens no game (LAU-10)
     */
    record Session(String accountId, Instant expiresAt) {}
}
