package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wire.Player;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps the sessions that a directory has found for a time, so that not every debit asks for its own. */
public final class SessionCache implements PlayerDirectory {
    /** Estimates the bytes of an entry without the text of its token and account. */
    private static final int ENTRY_SIZE = 250;

    private final PlayerDirectory players;
    private final long nanos;
    private final long maxSize;
    private final ThreadControl threads;
    private final Map<String, Kept> sessions = new ConcurrentHashMap<>();
    /** Adds up what was put in since the cache was emptied, also what replaced an older entry. */
    private final AtomicLong size = new AtomicLong();

    private record Kept(Session session, long foundAt) {}

    private SessionCache(PlayerDirectory players, long nanos, long maxSize, ThreadControl threads) {
        this.players = players;
        this.nanos = nanos;
        this.maxSize = maxSize;
        this.threads = threads;
    }

    /** Returns the directory with a cache of about this many bytes, which is emptied when it is full; without one for a time of 0. */
    public static PlayerDirectory of(PlayerDirectory players, Duration time, long maxSize, ThreadControl threads) {
        return time.isZero() ? players : new SessionCache(players, time.toNanos(), maxSize, threads);
    }

    @Override
    public Optional<Session> findSession(String token) {
        var now = threads.nanoTime();
        var kept = sessions.get(token);
        if (kept != null && now - kept.foundAt < nanos) {
            return Optional.of(kept.session);
        }
        var found = players.findSession(token);
        if (found.isEmpty()) {
            sessions.remove(token);
            return found;
        }
        var session = found.get();
        var added = ENTRY_SIZE + token.length() + session.accountId().length();
        if (size.addAndGet(added) > maxSize) {
            sessions.clear();
            size.set(added);
        }
        sessions.put(token, new Kept(session, now));
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
