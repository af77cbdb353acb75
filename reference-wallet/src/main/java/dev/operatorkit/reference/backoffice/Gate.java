package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.http.OwnOrigin;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Guards the back office with the password of a file, created at the first start, and then with a cookie. */
public final class Gate {
    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
    private static final String COOKIE = "back-office";
    private static final Duration SESSION_DURATION = Duration.ofHours(12);
    private static final int MAX_SESSIONS = 256;

    private final byte[] password;
    private final OwnOrigin origin;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, LoginSession> sessions = new ConcurrentHashMap<>();

    /** Creates a gate with the password of a file, which it creates when missing, for requests of the given origin. */
    public Gate(Path passwordFile, OwnOrigin origin, Clock clock) {
        this.password = readOrCreatePassword(passwordFile).getBytes(StandardCharsets.UTF_8);
        this.origin = origin;
        this.clock = clock;
    }

    private record LoginSession(String id, Instant until, String formToken) {}

    private String readOrCreatePassword(Path file) {
        try {
            if (!Files.exists(file)) {
                var folder = file.toAbsolutePath().getParent();
                if (folder != null) {
                    Files.createDirectories(folder);
                }
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(file, random(18) + "\n");
                LOG.info("created the back office password in {}", file);
            }
            var text = Files.readString(file).strip();
            if (text.length() < 12) {
                throw new IllegalArgumentException(
                        "The password in " + file + " is too short. Use at least 12 characters.");
            }
            return text;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "Cannot read or create " + file + ". Check the folder and its permissions.", e);
        }
    }

    private String random(int bytes) {
        var value = new byte[bytes];
        random.nextBytes(value);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(value);
    }

    /** Returns true when the Host header names this server, which prevents DNS rebinding. */
    boolean isOwnHost(ServerRequest request) {
        return origin.isOwnHost(request);
    }

    /** Returns true unless the browser's headers say that a page of another origin sent the request. */
    boolean isSameOrigin(ServerRequest request) {
        return origin.isSameOrigin(request);
    }

    /** Starts a session and returns its cookie, or nothing when the password is wrong. */
    Optional<String> logIn(String given) {
        if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), password)) {
            return Optional.empty();
        }
        var now = clock.instant();
        var session = new LoginSession(random(32), now.plus(SESSION_DURATION), random(32));
        add(session, now);
        return Optional.of(COOKIE + "=" + session.id() + "; HttpOnly; SameSite=Strict; Path=/; Max-Age="
                + SESSION_DURATION.toSeconds());
    }

    /** Adds a session, and ends the oldest one when there are too many. */
    private synchronized void add(LoginSession session, Instant now) {
        sessions.values().removeIf(other -> other.until().isBefore(now));
        if (sessions.size() >= MAX_SESSIONS) {
            sessions.values().stream()
                    .min(Comparator.comparing(LoginSession::until))
                    .ifPresent(oldest -> sessions.remove(oldest.id()));
        }
        sessions.put(session.id(), session);
    }

    void logOut(ServerRequest request) {
        session(request).ifPresent(session -> sessions.remove(session.id()));
    }

    /** Returns the token that each form of this session sends, or nothing when nobody is logged in. */
    Optional<String> formToken(ServerRequest request) {
        return session(request).map(LoginSession::formToken);
    }

    /** Looks at every cookie of that name: a page on another port of this host may have set one too. */
    private Optional<LoginSession> session(ServerRequest request) {
        return request.headers().cookies().all(COOKIE, List::of).stream()
                .flatMap(id -> Optional.ofNullable(sessions.get(id)).stream())
                .filter(session -> session.until().isAfter(clock.instant()))
                .findFirst();
    }

    /** Returns true when a form carries the token of its session. */
    static boolean isGenuine(String expected, String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
