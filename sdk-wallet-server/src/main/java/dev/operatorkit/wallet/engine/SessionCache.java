package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wire.Player;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps the sessions that a directory has found for a time, so that not every debit asks for its own. */
public final class SessionCache implements PlayerDirectory {
    private static final int MAX_SESSIONS = 200_000;

    private final PlayerDirectory players;
    private final long nanos;
    private final ThreadControl threads;
    private final Map<String, Kept> sessions = new ConcurrentHashMap<>();

    private record Kept(Session session, long foundAt) {}

    private SessionCache(PlayerDirectory players, long nanos, ThreadControl threads) {
        this.players = players;
        this.nanos = nanos;
        this.threads = threads;
    }

    /** Returns the directory with a cache; without one for a time of 0. */
    public static PlayerDirectory of(PlayerDirectory players, Duration time, ThreadControl threads) {
        return time.isZero() ? players : new SessionCache(players, time.toNanos(), threads);
    }

    @Override
    public Optional<Session> findSession(String token) {
        var now = threads.nanoTime();
        var kept = sessions.get(token);
        if (kept != null && now - kept.foundAt < nanos) {
            return Optional.of(kept.session);
        }
        var found = players.findSession(token);
        if (sessions.size() >= MAX_SESSIONS) {
            sessions.clear();
        }
        sessions.compute(
                token,
                (same, old) -> found.map(session -> new Kept(session, now)).orElse(null));
        return found;
    }

    @Override
    public Optional<Player> findPlayer(String accountId) {
        return players.findPlayer(accountId);
    }

    @Override
    public GameAccess gameAccess(Player player, String gameId) {
        return players.gameAccess(player, gameId);
    }
}
