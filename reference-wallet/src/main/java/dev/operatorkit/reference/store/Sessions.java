package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.SESSIONS;

import dev.operatorkit.client.SessionTokens;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.wallet.PlayerDirectory.Session;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stores players' sessions: random tokens, valid for two hours from their last use (LAU-10).
 *
 * <p>A use extends the stored session when less than two hours are left, so at most once in {@link #EXTENSION_INTERVAL}. Until then the
 * session comes from a cache, and a debit costs no query. A session that has ended stays ended, so that is cached too.
 */
public final class Sessions {
    /** Defines the minimum time that a session stays valid after its last use. */
    public static final Duration LIFE = Duration.ofHours(2);

    private static final Duration EXTENSION_INTERVAL = Duration.ofMinutes(5);
    private static final int MAX_CACHED = 200_000;

    private final Database database;
    private final Clock clock;
    private final Map<String, Session> cache = new ConcurrentHashMap<>();
    private volatile long endings;

    /** Creates access to the sessions in a database. */
    public Sessions(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Starts a session and returns its token, of which only the hash is stored. */
    public String start(String accountId) {
        var token = SessionTokens.generate();
        var now = clock.instant();
        database.writes()
                .insertInto(SESSIONS)
                .set(SESSIONS.TOKEN_HASH, hash(token))
                .set(SESSIONS.ACCOUNT_ID, accountId)
                .set(SESSIONS.BORN_AT, utc(now))
                .set(SESSIONS.EXPIRES_AT, utc(now.plus(LIFE).plus(EXTENSION_INTERVAL)))
                .execute();
        return token;
    }

    /** Finds the session of a token, expired or not, and extends one that has not expired. */
    public Optional<Session> findByToken(String token) {
        var cached = cache.get(token);
        if (cached != null && !isStale(cached)) {
            return Optional.of(cached);
        }
        var endingsBefore = endings;
        var found = read(token);
        found.ifPresent(session -> remember(token, session, endingsBefore));
        return found;
    }

    /** Returns true when a session has not expired and less than two hours of its stored time are left. */
    private boolean isStale(Session session) {
        var now = clock.instant();
        return session.expiresAt().isAfter(now) && session.expiresAt().isBefore(now.plus(LIFE));
    }

    private Optional<Session> read(String token) {
        var hash = hash(token);
        var found = query(hash);
        if (found.filter(this::isStale).isEmpty()) {
            return found;
        }
        var now = clock.instant();
        database.lookupWrites()
                .update(SESSIONS)
                .set(SESSIONS.EXPIRES_AT, utc(now.plus(LIFE).plus(EXTENSION_INTERVAL)))
                .where(SESSIONS.TOKEN_HASH.eq(hash))
                .and(SESSIONS.EXPIRES_AT.gt(utc(now)))
                .and(SESSIONS.EXPIRES_AT.lt(utc(now.plus(LIFE))))
                .execute();
        return query(hash);
    }

    private Optional<Session> query(byte[] hash) {
        return database.lookups()
                .select(SESSIONS.ACCOUNT_ID, SESSIONS.EXPIRES_AT)
                .from(SESSIONS)
                .where(SESSIONS.TOKEN_HASH.eq(hash))
                .fetchOptional(row -> new Session(row.value1(), row.value2().toInstant()));
    }

    /** Caches a session, unless one was ended since it was read: it could be this one. */
    private synchronized void remember(String token, Session session, long endingsBefore) {
        if (endings != endingsBefore) {
            return;
        }
        if (cache.size() >= MAX_CACHED) {
            cache.clear();
        }
        cache.put(token, session);
    }

    /** Returns the sessions of an account, newest first, without their tokens. */
    public List<SessionRow> ofAccount(String accountId, int most) {
        return database.reads()
                .select(SESSIONS.BORN_AT, SESSIONS.EXPIRES_AT)
                .from(SESSIONS)
                .where(SESSIONS.ACCOUNT_ID.eq(accountId))
                .orderBy(SESSIONS.BORN_AT.desc())
                .limit(most)
                .fetch(row ->
                        new SessionRow(row.value1().toInstant(), row.value2().toInstant()));
    }

    /** Ends all sessions of an account. Another node may have one of them cached for up to five more minutes. */
    public int end(String accountId) {
        var now = utc(clock.instant());
        var ended = database.writes()
                .update(SESSIONS)
                .set(SESSIONS.EXPIRES_AT, now)
                .where(SESSIONS.ACCOUNT_ID.eq(accountId))
                .and(SESSIONS.EXPIRES_AT.gt(now))
                .execute();
        forget(accountId);
        return ended;
    }

    private synchronized void forget(String accountId) {
        endings++;
        cache.values().removeIf(session -> session.accountId().equals(accountId));
    }

    /**
     * Holds the parts of a session that a page may show.
     *
     * @param createdAt the time of its creation
     * @param expiresAt the time from which it is no longer valid
     */
    public record SessionRow(Instant createdAt, Instant expiresAt) {}

    static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM lacks SHA-256, which every Java platform must provide", e);
        }
    }

    private static OffsetDateTime utc(Instant time) {
        return time.atOffset(ZoneOffset.UTC);
    }
}
