package dev.operatorkit.reference.backoffice;

import dev.operatorkit.http.guard.RequestTarget;
import dev.operatorkit.reference.http.OwnOrigin;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.People;
import dev.operatorkit.reference.staff.Person;
import dev.operatorkit.reference.staff.Trail;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Guards the back office with names and passwords, or with the operator's single sign-on, and then with a cookie.
 *
 * <p>Logins are kept in memory, so one node's cookie does not count at another. The person is read from the database for every request:
 * a change of the roles or the password, on any node, holds from the next request on and ends the person's logins.
 */
public final class Logins {
    /** Defines the time without a request after which a login ends. No page loads itself again. */
    static final Duration MAX_IDLE = Duration.ofMinutes(15);

    static final Duration MAX_DURATION = Duration.ofHours(12);
    static final String LOG_IN = "log in";
    private static final int MAX_LOGINS = 16; // of one person
    private static final int MAX_SECRETS = 16; // of one login, whose browser has not requested their pages

    private final OwnOrigin origin;
    private final @Nullable SingleSignOn singleSignOn;
    private final WrongPasswords wrongPasswords;
    private final People people;
    private final Trail trail;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Login> active = new ConcurrentHashMap<>();
    private final AtomicLong kept = new AtomicLong();

    /**
     * Creates the logins of these people, for requests of the given origin.
     *
     * @param singleSignOn names the person of each request; null to use passwords
     */
    public Logins(OwnOrigin origin, @Nullable SingleSignOn singleSignOn, People people, Trail trail, Clock clock) {
        this.origin = origin;
        this.singleSignOn = singleSignOn;
        this.wrongPasswords = new WrongPasswords(clock, trail::recordRefused);
        this.people = people;
        this.trail = trail;
        this.clock = clock;
    }

    private record Login(
            String id,
            String person,
            long version,
            Instant until,
            Instant lastUse,
            String formToken,
            Map<String, String> secrets) {
        Login usedAt(Instant now) {
            return new Login(id, person, version, until, now, formToken, secrets);
        }

        boolean isOver(Instant now) {
            return now.isAfter(until) || now.isAfter(lastUse.plus(MAX_IDLE));
        }
    }

    private String random() {
        var value = new byte[32];
        random.nextBytes(value);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(value);
    }

    /** Describes why no page handles a request. */
    record Refusal(Status status, String text, boolean isRecorded) {}

    /** Returns why a request is refused before anything else of it is read; empty if it is not. */
    Optional<Refusal> findRefusal(ServerRequest request) {
        if (singleSignOn == null) {
            // Prevents DNS rebinding, by which no browser gets the secret of a proxy.
            if (!origin.isOwnHost(request)) {
                return Optional.of(new Refusal(
                        Status.MISDIRECTED_REQUEST_421,
                        "The back office does not serve the host that the request names. Use its own address.",
                        false));
            }
        } else {
            try {
                nameOf(request);
            } catch (IllegalArgumentException e) {
                return Optional.of(refuse(request, "", String.valueOf(e.getMessage())));
            }
        }
        return BackOffice.isRead(request) || origin.isSameOrigin(request)
                ? Optional.empty()
                : Optional.of(new Refusal(
                        Status.FORBIDDEN_403,
                        "The request comes from a page of another site. Use the back office's own pages.",
                        false));
    }

    private Refusal refuse(ServerRequest request, String person, String why) {
        wrongPasswords.refuse(unnamed(request), LOG_IN, person, "single sign-on: " + why);
        return new Refusal(
                Status.FORBIDDEN_403,
                "People use the back office through the proxy of their single sign-on. " + why,
                true);
    }

    /** Records an attempt that was refused. Those without a login are summed. */
    void recordRefused(ServerRequest request, String action, String why) {
        visit(request)
                .ifPresentOrElse(
                        visit -> trail.recordRefused(visit.author(), action, "", why),
                        () -> sumRefused(unnamed(request), action, why));
    }

    /** Records attempts that were refused, of which there may be very many. */
    void sumRefused(Author author, String action, String why) {
        wrongPasswords.refuse(author, action, "", why);
    }

    private Author unnamed(ServerRequest request) {
        return new Author("", address(request));
    }

    private String nameOf(ServerRequest request) {
        return Objects.requireNonNull(singleSignOn, "people have passwords").name(request);
    }

    /** Returns true when people have passwords here. */
    boolean usePasswords() {
        return singleSignOn == null;
    }

    /** Returns the address of the other end of the connection, or the one that the proxy of a single sign-on reports. */
    InetAddress client(ServerRequest request) {
        return singleSignOn == null
                ? ((InetSocketAddress) request.remotePeer().address()).getAddress()
                : singleSignOn.client(request);
    }

    private String address(ServerRequest request) {
        return client(request).getHostAddress();
    }

    /** Counts a wrong password of a person, if there is one of that name, and returns the delay for its response. */
    Duration addWrongPassword(ServerRequest request, String name) {
        var person = people.find(name).map(Person::name).orElse("");
        return wrongPasswords.add(client(request), person);
    }

    /** Starts a login of the person whom the single sign-on names and returns its cookie, or nothing if the person may not log in. */
    Optional<String> logInNamed(ServerRequest request) {
        var name = nameOf(request);
        var person = people.find(name);
        var cookie = person.filter(Person::enabled).map(enabled -> logIn(request, enabled));
        if (cookie.isEmpty()) {
            refuse(request, person.isEmpty() ? "" : name, name + " is not a person here, or may not log in.");
        }
        return cookie;
    }

    /** Starts a login and returns its cookie, or nothing when name or password is wrong. */
    Optional<String> logIn(ServerRequest request, String name, String password) {
        return people.authenticate(name, password).map(person -> logIn(request, person));
    }

    private String logIn(ServerRequest request, Person person) {
        trail.record(new Author(person.name(), address(request)), LOG_IN, person.name(), "");
        return start(request, person);
    }

    /** Starts a new login of the same person in place of the present one, which a change of the password has ended. */
    String renew(ServerRequest request, String name) {
        login(request).ifPresent(login -> active.remove(login.id()));
        return start(request, people.find(name).orElseThrow());
    }

    private String start(ServerRequest request, Person person) {
        var now = clock.instant();
        var login = new Login(
                random(),
                person.name(),
                person.version(),
                now.plus(MAX_DURATION),
                now,
                random(),
                new ConcurrentHashMap<>());
        add(login, now);
        return cookieName(request) + "=" + login.id() + "; HttpOnly; SameSite=Strict; Path=/; Max-Age="
                + MAX_DURATION.toSeconds() + (usePasswords() ? "" : "; Secure");
    }

    /** Adds a login, and ends the person's least recently used one when there are too many. */
    private synchronized void add(Login login, Instant now) {
        active.values().removeIf(other -> other.isOver(now));
        var others = active.values().stream()
                .filter(other -> other.person().equals(login.person()))
                .toList();
        if (others.size() >= MAX_LOGINS) {
            others.stream().min(Comparator.comparing(Login::lastUse)).ifPresent(oldest -> active.remove(oldest.id()));
        }
        active.put(login.id(), login);
    }

    void logOut(ServerRequest request) {
        login(request).ifPresent(login -> {
            active.remove(login.id());
            trail.record(new Author(login.person(), address(request)), "log out", login.person(), "");
        });
    }

    /** Returns the visit of the person who sends the request, or nothing without a login. */
    Optional<Visit> visit(ServerRequest request) {
        var now = clock.instant();
        var found = login(request);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var login = found.get();
        if (!usePasswords() && !login.person().equals(nameOf(request))) {
            return Optional.empty(); // another person uses the browser now
        }
        if (login.isOver(now)) {
            if (active.remove(login.id()) != null) {
                trail.record(new Author(login.person(), address(request)), "time out", login.person(), "");
            }
            return Optional.empty();
        }
        var person = people.find(login.person())
                .filter(current -> current.enabled() && current.version() == login.version());
        if (person.isEmpty()) {
            active.remove(login.id());
            return Optional.empty();
        }
        active.computeIfPresent(login.id(), (id, current) -> current.usedAt(now));
        return Optional.of(new Visit(person.get(), login.formToken(), address(request), usePasswords()));
    }

    /**
     * Keeps a secret, in the memory of this login only, until its page shows it. Returns the address of that page, with a number that
     * no other tab of this login has.
     */
    String keep(ServerRequest request, String address, String secret) {
        var numbered = Links.link(address, "shown", "" + kept.incrementAndGet());
        login(request).ifPresent(login -> {
            if (login.secrets().size() >= MAX_SECRETS) {
                login.secrets().clear();
            }
            login.secrets().put(numbered, secret);
        });
        return numbered;
    }

    /** Returns the secret that this page shows, and forgets it; empty if there is none. */
    String takeSecret(ServerRequest request) {
        var address = RequestTarget.rawPath(request) + "?" + request.query().rawValue();
        return login(request).map(login -> login.secrets().remove(address)).orElse("");
    }

    /** Returns true when the browser has a cookie of this back office, whether its login still counts or not. */
    static boolean hasCookie(ServerRequest request) {
        return request.headers().cookies().contains(cookieName(request));
    }

    /** Looks at every cookie of that name: another program of this host may have set one too. */
    private Optional<Login> login(ServerRequest request) {
        return request.headers().cookies().all(cookieName(request), List::of).stream()
                .flatMap(id -> Optional.ofNullable(active.get(id)).stream())
                .findFirst();
    }

    /** Names the cookie after the port: browsers send one to every port of a host, so two back offices would log each other out. */
    private static String cookieName(ServerRequest request) {
        var host = request.headers().first(HeaderNames.HOST).orElse("");
        var port = host.replaceFirst(".*:(?=\\d+$)", "");
        return "back-office-" + (port.matches("\\d+") ? port : "80");
    }

    /** Returns true when a form carries the token of its login. */
    static boolean isGenuine(String expected, String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
