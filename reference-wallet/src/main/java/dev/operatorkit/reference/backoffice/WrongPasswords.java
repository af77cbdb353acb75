package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.staff.Accounts.Author;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts wrong passwords by source address and returns the delay before each response.
 *
 * <p>The first {@link #FREE_ATTEMPTS} get an immediate response. After that the delay doubles with each wrong password, up to
 * {@link #MAX_DELAY}. A count decreases by one every {@link #DECAY_INTERVAL}. The right password always works: the operator
 * may share an address with an attacker, and does so behind a tunnel.
 */
final class WrongPasswords {
    /** Defines the number of wrong passwords without a delay. */
    static final int FREE_ATTEMPTS = 10;

    /** Defines the time after which one wrong password is forgotten. */
    static final Duration DECAY_INTERVAL = Duration.ofSeconds(6);

    /** Limits the delay of a response. */
    static final Duration MAX_DELAY = Duration.ofSeconds(5);

    /** Limits the number of remembered addresses; the least recently seen one is dropped first. */
    static final int MAX_SOURCES = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(WrongPasswords.class);
    private static final Duration MIN_DELAY = Duration.ofMillis(100);
    private static final int MAX_COUNT = 2 * FREE_ATTEMPTS; // so that every count is forgotten within two minutes
    private static final Duration LOG_INTERVAL = Duration.ofSeconds(10);
    private static final int MAX_LOGGED = 10; // in an interval, of one sum

    private final Clock clock;
    private final Report report;
    private final Map<String, Count> counts = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Sum> sums = new HashMap<>();

    /** Receives what was refused for the trail. */
    interface Report {
        /**
         * Receives the first refusal of an address for a person in an interval, and few for a person, so that an attacker cannot fill
         * the trail.
         *
         * @param person the person whose password was guessed; empty if there is none of that name
         * @param detail what was wrong, and the number and addresses of those since the last report that were not reported
         */
        void add(Author author, String action, String person, String detail);
    }

    /** Creates counters. */
    WrongPasswords(Clock clock, Report report) {
        this.clock = clock;
        this.report = report;
    }

    /** Holds the number of wrong passwords at a time. */
    private record Count(int wrong, Instant at) {
        Count at(Instant now) {
            var decay = Duration.between(at, now).dividedBy(DECAY_INTERVAL);
            return decay <= 0
                    ? this
                    : new Count((int) Math.max(0, wrong - decay), at.plus(DECAY_INTERVAL.multipliedBy(decay)));
        }

        Count increment(Instant now) {
            return new Count(Math.min(MAX_COUNT, wrong + 1), wrong == 0 ? now : at);
        }
    }

    /** Counts one wrong password of a person, if there is one of that name, and returns the delay for its response. */
    synchronized Duration add(InetAddress source, String person) {
        var now = clock.instant();
        var network = network(source);
        var count = counts.getOrDefault(network, new Count(0, now)).at(now).increment(now);
        counts.put(network, count);
        if (counts.size() > MAX_SOURCES) {
            counts.remove(counts.keySet().iterator().next());
        }
        refuse(new Author("", source.getHostAddress()), Logins.LOG_IN, person, "wrong name or password");
        return count.wrong() <= FREE_ATTEMPTS ? Duration.ZERO : delay(count.wrong() - FREE_ATTEMPTS);
    }

    private static Duration delay(int excess) {
        var doubled = MIN_DELAY.multipliedBy(1L << (excess - 1));
        return doubled.compareTo(MAX_DELAY) < 0 ? doubled : MAX_DELAY;
    }

    /** Holds what was refused for one person, or without one, so that neither crowds the other out of the trail. */
    private static final class Sum {
        final Set<String> logged = new HashSet<>();
        final Set<String> unlogged = new LinkedHashSet<>(); // addresses
        Instant nextLogTime = Instant.MIN;
        long more;

        /** Returns true when an entry may name the address; otherwise this counts the attempt. */
        boolean isLogged(String address, Instant now) {
            if (!now.isBefore(nextLogTime)) {
                logged.clear();
                nextLogTime = now.plus(LOG_INTERVAL);
            }
            if (logged.size() < MAX_LOGGED && logged.add(address)) {
                return true;
            }
            more++;
            if (unlogged.size() <= MAX_LOGGED) {
                unlogged.add(address);
            }
            return false;
        }

        /** Returns what was not logged, and forgets it. */
        String take() {
            var text = more == 0
                    ? ""
                    : "; " + more + " more since the last such entry, from "
                            + unlogged.stream().limit(MAX_LOGGED).collect(Collectors.joining(", "))
                            + (unlogged.size() > MAX_LOGGED ? " and others" : "");
            more = 0;
            unlogged.clear();
            return text;
        }
    }

    /** Logs and reports why an attempt was refused: few times per interval, so that an attacker cannot fill the log. */
    synchronized void refuse(Author author, String action, String person, String why) {
        var sum = sums.computeIfAbsent(author.name() + " " + person, key -> new Sum());
        if (sum.isLogged(author.address(), clock.instant())) {
            var detail = why + sum.take();
            LOG.warn(
                    "back office: {} {}refused, from {}: {}",
                    action,
                    person.isEmpty() ? "" : "of " + person + " ",
                    author.address(),
                    detail);
            report.add(author, action, person, detail);
        }
    }

    /** Returns the number of addresses remembered. */
    synchronized int sources() {
        return counts.size();
    }

    /** Returns an IPv4 address, or the /64 network of an IPv6 address, since one client usually owns all of it. */
    static String network(InetAddress source) {
        var bytes = source.getAddress();
        return HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, Long.BYTES)));
    }
}
