package dev.operatorkit.reference.backoffice;

import io.helidon.http.HeaderNames;
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
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who may see the back office: the password of a file that is made at the first start, then a cookie. */
public final class Gate {
    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);
    private static final String COOKIE = "back-office";
    private static final Duration VISIT = Duration.ofHours(12);
    private static final Duration MEMORY_OF_FAILURES = Duration.ofMinutes(1);
    private static final int MOST_FAILURES = 10;

    private final byte[] password;
    private final Set<String> hosts;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Visit> visits = new ConcurrentHashMap<>();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile Instant failuresSince;

    /** With the password of that file, made when it is not there; open to requests that name one of these hosts. */
    public Gate(Path passwordFile, Collection<String> hosts, Clock clock) {
        this.password = passwordOf(passwordFile).getBytes(StandardCharsets.UTF_8);
        this.hosts = Set.copyOf(hosts);
        this.clock = clock;
        this.failuresSince = clock.instant();
    }

    private record Visit(Instant until, String formToken) {}

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

    /** Whether the request names a host that is ours: a page of another name in a browser cannot (DNS rebinding). */
    boolean ours(ServerRequest request) {
        var host = request.headers().first(HeaderNames.HOST).orElse("");
        var name = host.startsWith("[") ? host.substring(0, host.indexOf(']') + 1) : host.split(":", 2)[0];
        return hosts.contains(name);
    }

    /** The value of the cookie to set, or empty when the password is wrong or there were too many wrong ones. */
    Optional<String> enter(String given) {
        var now = clock.instant();
        if (Duration.between(failuresSince, now).compareTo(MEMORY_OF_FAILURES) > 0) {
            failuresSince = now;
            failures.set(0);
        }
        if (failures.get() >= MOST_FAILURES
                || !MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), password)) {
            failures.incrementAndGet();
            return Optional.empty();
        }
        visits.values().removeIf(visit -> visit.until().isBefore(now));
        var id = random(32);
        visits.put(id, new Visit(now.plus(VISIT), random(32)));
        return Optional.of(COOKIE + "=" + id + "; HttpOnly; SameSite=Strict; Path=/; Max-Age=" + VISIT.toSeconds());
    }

    void leave(ServerRequest request) {
        cookie(request).ifPresent(visits::remove);
    }

    /** The token that each form of this visit carries; empty when nobody is logged in. */
    Optional<String> formToken(ServerRequest request) {
        return cookie(request)
                .map(visits::get)
                .filter(visit -> visit.until().isAfter(clock.instant()))
                .map(Visit::formToken);
    }

    private static Optional<String> cookie(ServerRequest request) {
        return request.headers().cookies().first(COOKIE).asOptional();
    }

    /** Whether a form came from a page of ours. */
    static boolean genuine(String expected, String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
