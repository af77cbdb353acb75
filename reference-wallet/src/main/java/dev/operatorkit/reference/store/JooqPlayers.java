package dev.operatorkit.reference.store;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wire.Player;
import java.util.Optional;

/**
 * Finds players and sessions for the wallet SDK.
 *
 * @param sessions the sessions by token
 * @param accounts the accounts by id
 * @param limits the limits of the accounts
 * @param workers the workers on which the accounts are; the sessions are on none
 */
public record JooqPlayers(Sessions sessions, Accounts accounts, AccountLimits limits, Workers workers)
        implements PlayerDirectory {
    @Override
    public Optional<Session> findSession(String token) {
        return sessions.findByToken(token);
    }

    @Override
    public Optional<Player> findPlayer(String accountId) {
        return workers.read(accountId, () -> accounts.player(accountId));
    }

    /** Keeps excluded players from starting any game; the games in progress cannot bet (D-15). */
    @Override
    public boolean isGameAvailable(String accountId, String gameId) {
        return !workers.read(accountId, () -> limits.isExcluded(accountId));
    }
}
