package dev.operatorkit.wallet.testkit;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Provides the players of an {@link InMemoryWalletStore}: every account is a player whose display name is its id. The
 * test adds the sessions. Thread-safe.
 */
public final class InMemoryPlayers implements PlayerDirectory {
    private final InMemoryWalletStore store;
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private volatile BiFunction<Player, String, GameAccess> gameAccess = (player, gameId) -> GameAccess.granted();

    /** Creates a directory of the players of this store. */
    public InMemoryPlayers(InMemoryWalletStore store) {
        this.store = store;
    }

    /** Adds a session, or changes the time at which it expires. */
    public void addSession(String token, String accountId, Instant expiresAt) {
        sessions.put(token, new Session(accountId, expiresAt));
    }

    /** Decides which player may play which game. The default grants all (D-15). */
    public void setGameAccess(BiFunction<Player, String, GameAccess> decision) {
        gameAccess = decision;
    }

    @Override
    public GameAccess gameAccess(Player player, String gameId) {
        return gameAccess.apply(player, gameId);
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
