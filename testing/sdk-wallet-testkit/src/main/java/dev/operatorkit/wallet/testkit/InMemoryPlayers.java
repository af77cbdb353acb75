package dev.operatorkit.wallet.testkit;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Provides the players of an {@link InMemoryWalletStore}: every account is a player whose display name is its id. The
 * test adds the sessions. Thread-safe.
 */
public final class InMemoryPlayers implements PlayerDirectory {
    private final InMemoryWalletStore store;
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    /** Creates a directory of the players of this store. */
    public InMemoryPlayers(InMemoryWalletStore store) {
        this.store = store;
    }

    /** Adds a session, or changes the time at which it expires. */
    public void addSession(String token, String accountId, Instant expiresAt) {
        sessions.put(token, new Session(accountId, expiresAt));
    }

    @Override
    public Optional<Session> findSession(String token) {
        return Optional.ofNullable(sessions.get(token));
    }

    @Override
    public Optional<Player> findPlayer(String accountId) {
        return store.account(accountId)
                .map(account -> new Player(accountId, accountId, new Balance(account.balance(), account.updatedAt())));
    }
}
