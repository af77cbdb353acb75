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

/** Who may see the back office: the password of a file that is made at the first start, then a cookie. */
public final class Gate {
    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
    private static final String COOKIE = "back-office";
    private static final Duration VISIT = Duration.ofHours(12);
    private static final int MOST_VISITS = 256;

    private final byte[] password;
    private final OwnOrigin origin;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Visit> visits = new ConcurrentHashMap<>();

    /** With the password of that file, made when it is not there; open to requests of that origin. */
    public Gate(Path passwordFile, OwnOrigin origin, Clock clock) {
        this.password = passwordOf(passwordFile).getBytes(StandardCharsets.UTF_8);
        this.origin = origin;
        this.clock = clock;
    }

    private record Visit(String id, Instant until, String formToken) {}

    private String passwordOf(Path file) {
        try {
            if (!Files.exists(file)) {
                var folder = file.toAbsolutePath().getParent();
                if (folder != null) {
                    Files.createDirectories(folder);
                }
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(file, random(18) + "\n");
                LOG.info("the back office's password was made: it is in {}", file);
            }
            var text = Files.readString(file).strip();
            if (text.length() < 12) {
                throw new IllegalArgumentException("the password in " + file + " must have at least 12 characters");
            }
            return text;
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read or make " + file, e);
        }
    }

    private String random(int bytes) {
        var value = new byte[bytes];
        random.nextBytes(value);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(value);
    }

    /** Returns whether the request names a host that is ours (DNS rebinding). */
    boolean isOwnHost(ServerRequest request) {
        return origin.isOwnHost(request);
    }

    /** Returns whether a page of ours sent the request, as far as the browser says where it is from. */
    boolean isSameOrigin(ServerRequest request) {
        return origin.isSameOrigin(request);
    }

    /** Returns the cookie to set, or nothing when the password is wrong. */
    Optional<String> enter(String given) {
        if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), password)) {
            return Optional.empty();
        }
        var now = clock.instant();
        var visit = new Visit(random(32), now.plus(VISIT), random(32));
        add(visit, now);
        return Optional.of(
                COOKIE + "=" + visit.id() + "; HttpOnly; SameSite=Strict; Path=/; Max-Age=" + VISIT.toSeconds());
    }

    /** The oldest visit ends when there are too many. */
    private synchronized void add(Visit visit, Instant now) {
        visits.values().removeIf(other -> other.until().isBefore(now));
        if (visits.size() >= MOST_VISITS) {
            visits.values().stream()
                    .min(Comparator.comparing(Visit::until))
                    .ifPresent(oldest -> visits.remove(oldest.id()));
        }
        visits.put(visit.id(), visit);
    }

    void leave(ServerRequest request) {
        visit(request).ifPresent(visit -> visits.remove(visit.id()));
    }

    /** The token that each form of this visit carries; empty when nobody is logged in. */
    Optional<String> formToken(ServerRequest request) {
        return visit(request).map(Visit::formToken);
    }

    /** Any cookie of the name: a page on another port of this host may have set one of its own beside ours. */
    private Optional<Visit> visit(ServerRequest request) {
        return request.headers().cookies().all(COOKIE, List::of).stream()
                .flatMap(id -> Optional.ofNullable(visits.get(id)).stream())
                .filter(visit -> visit.until().isAfter(clock.instant()))
                .findFirst();
    }

    /** Whether a form came from a page of ours. */
    static boolean genuine(String expected, String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
