package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.SESSIONS;

import dev.operatorkit.wallet.PlayerDirectory.Session;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Players' sessions: random tokens, good for two hours from their last use (LAU-10), kept in the database.
 *
 * <p>A use is written down when less than two hours are left, so at most once in {@link #GRAIN}; until then the session
 * is answered from memory, and a debit costs no query. A session that ended stays ended, so that is remembered too.
 */
public final class Sessions {
    /** How long a session lives from its last use, at least. */
    public static final Duration LIFE = Duration.ofHours(2);

    private static final Duration GRAIN = Duration.ofMinutes(5);
    private static final int TOKEN_BYTES = 32;
    private static final int REMEMBERED = 200_000;

    private final Database database;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> known = new ConcurrentHashMap<>();

    /** Sessions kept in {@code database}. */
    public Sessions(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** A new session's token: shown once, never kept. */
    public String start(String accountId) {
        var bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        var token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        var now = clock.instant();
        database.writes()
                .insertInto(SESSIONS)
                .set(SESSIONS.TOKEN_HASH, hash(token))
                .set(SESSIONS.ACCOUNT_ID, accountId)
                .set(SESSIONS.BORN_AT, utc(now))
                .set(SESSIONS.EXPIRES_AT, utc(now.plus(LIFE).plus(GRAIN)))
                .execute();
        return token;
    }

    /** The session of a token, expired or not, lengthened by this use when it is not. */
    public Optional<Session> findByToken(String token) {
        var remembered = known.get(token);
        if (remembered != null && !isStale(remembered)) {
            return Optional.of(remembered);
        }
        var found = read(token);
        found.ifPresent(session -> remember(token, session));
        return found;
    }

    /** Alive, and written down as ending within two hours. */
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
        database.writes()
                .update(SESSIONS)
                .set(SESSIONS.EXPIRES_AT, utc(now.plus(LIFE).plus(GRAIN)))
                .where(SESSIONS.TOKEN_HASH.eq(hash))
                .and(SESSIONS.EXPIRES_AT.gt(utc(now)))
                .and(SESSIONS.EXPIRES_AT.lt(utc(now.plus(LIFE))))
                .execute();
        return query(hash);
    }

    private Optional<Session> query(byte[] hash) {
        return database.reads()
                .select(SESSIONS.ACCOUNT_ID, SESSIONS.EXPIRES_AT)
                .from(SESSIONS)
                .where(SESSIONS.TOKEN_HASH.eq(hash))
                .fetchOptional(row -> new Session(row.value1(), row.value2().toInstant()));
    }

    private void remember(String token, Session session) {
        if (known.size() >= REMEMBERED) {
            known.clear();
        }
        known.put(token, session);
    }

    /** The sessions of an account, newest first, without their tokens. */
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

    /** Ends every session of an account. Another node may know one of them for up to five minutes more. */
    public int end(String accountId) {
        known.values().removeIf(session -> session.accountId().equals(accountId));
        var now = utc(clock.instant());
        return database.writes()
                .update(SESSIONS)
                .set(SESSIONS.EXPIRES_AT, now)
                .where(SESSIONS.ACCOUNT_ID.eq(accountId))
                .and(SESSIONS.EXPIRES_AT.gt(now))
                .execute();
    }

    /**
     * A session as a page may show it.
     *
     * @param bornAt when it was made
     * @param expiresAt from when on it opens no game
     */
    public record SessionRow(Instant createdAt, Instant expiresAt) {}

    static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static OffsetDateTime utc(Instant time) {
        return time.atOffset(ZoneOffset.UTC);
    }
}
