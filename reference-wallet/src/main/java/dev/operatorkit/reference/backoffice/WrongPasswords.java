package dev.operatorkit.reference.backoffice;

import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
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
    private static final int MAX_LOGGED = 10; // in an interval

    private final Clock clock;
    private final Report report;
    private final Map<String, Count> counts = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<String> logged = new HashSet<>();
    private Instant nextLogTime = Instant.MIN;
    private long unlogged;

    /** Receives wrong passwords for the trail. */
    interface Report {
        /**
         * Receives the first wrong password of a source for an account in an interval, and few in all, so that an attacker cannot fill the trail.
         *
         * @param person the person whose password was guessed; empty if there is none of that name
         * @param detail what was wrong, and the number of those since the last report that were not reported
         */
        void add(InetAddress source, String person, String detail);
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
        refuse(source, person, "wrong name or password");
        return count.wrong() <= FREE_ATTEMPTS ? Duration.ZERO : delay(count.wrong() - FREE_ATTEMPTS);
    }

    private static Duration delay(int excess) {
        var doubled = MIN_DELAY.multipliedBy(1L << (excess - 1));
        return doubled.compareTo(MAX_DELAY) < 0 ? doubled : MAX_DELAY;
    }

    /** Logs and reports why a login was refused: few times per interval, so that an attacker cannot fill the log. */
    synchronized void refuse(InetAddress source, String person, String why) {
        var now = clock.instant();
        if (!now.isBefore(nextLogTime)) {
            logged.clear();
            nextLogTime = now.plus(LOG_INTERVAL);
        }
        if (logged.size() >= MAX_LOGGED || !logged.add(source.getHostAddress() + " " + person)) {
            unlogged++;
            return;
        }
        LOG.warn(
                "back office login {}refused, from {}: {} ({} more since the last such message)",
                person.isEmpty() ? "" : "of " + person + " ",
                source.getHostAddress(),
                why,
                unlogged);
        report.add(source, person, why + (unlogged == 0 ? "" : "; " + unlogged + " more since the last such entry"));
        unlogged = 0;
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
