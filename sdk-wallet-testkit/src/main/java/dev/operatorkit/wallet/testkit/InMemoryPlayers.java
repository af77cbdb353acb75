package dev.operatorkit.wallet.testkit;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.Player;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The players of an {@link InMemoryWalletStore}: every account is one, shown under its id; sessions are put by the test. */
public final class InMemoryPlayers implements PlayerDirectory {
    private final InMemoryWalletStore store;
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    /** The players of that store. */
    public InMemoryPlayers(InMemoryWalletStore store) {
        this.store = store;
    }

    /** Issues a token, or changes when it expires. */
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
