package dev.operatorkit.peers.spring;

import dev.operatorkit.wire.Debit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Finds the account of a session token and caches it, because a token belongs to the same account for its whole life. */
@Component
class SessionTokens {
    private static final int MAX_CACHED = 100_000;

    private final JdbcTemplate sql;
    private final Map<String, Session> cache = new ConcurrentHashMap<>();

    SessionTokens(JdbcTemplate sql) {
        this.sql = sql;
    }

    private record Session(String accountId, Instant expiresAt) {}

    /** Returns the account of a token that is still valid. */
    Optional<String> account(String token) {
        return session(token)
                .filter(session -> session.expiresAt().isAfter(Clock.systemUTC().instant()))
                .map(Session::accountId);
    }

    /** Returns the account that a debit names by playerId, by token or by both; null if there is none or they differ (D-16, D-17). */
    @Nullable
    String account(Debit debit) {
        var token = debit.token();
        var named = debit.playerId();
        if (token == null) {
            return named;
        }
        return named == null
                ? account(token).orElse(null)
                : session(token).map(Session::accountId).filter(named::equals).orElse(null);
    }

    private Optional<Session> session(String token) {
        var cached = cache.get(token);
        if (cached != null) {
            return Optional.of(cached);
        }
        var found = sql
                .query(
                        "select account_id, expires_at from sessions where token_hash = ?",
                        (row, number) -> new Session(
                                row.getString(1),
                                row.getObject(2, OffsetDateTime.class).toInstant()),
                        (Object) sha256(token.getBytes(StandardCharsets.UTF_8)))
                .stream()
                .findFirst();
        if (cache.size() < MAX_CACHED) {
            found.ifPresent(session -> cache.put(token, session));
        }
        return found;
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM lacks SHA-256, which every Java platform must provide", e);
        }
    }
}
