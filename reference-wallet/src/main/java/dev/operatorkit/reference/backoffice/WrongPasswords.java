package dev.operatorkit.reference.backoffice;

import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;
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

    private final Clock clock;
    private final ObjLongConsumer<InetAddress> report;
    private final Map<String, Count> counts = new LinkedHashMap<>(16, 0.75f, true);
    private Instant nextLogTime = Instant.MIN;
    private long unlogged;

    /**
     * Creates counters.
     *
     * @param report receives the source of at most one wrong password per interval, so that an attacker cannot fill the trail, and the number
     *     of those since the last report
     */
    WrongPasswords(Clock clock, ObjLongConsumer<InetAddress> report) {
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

    /** Counts one wrong password and returns the delay for its response. */
    synchronized Duration add(InetAddress source) {
        var now = clock.instant();
        var network = network(source);
        var count = counts.getOrDefault(network, new Count(0, now)).at(now).increment(now);
        counts.put(network, count);
        if (counts.size() > MAX_SOURCES) {
            counts.remove(counts.keySet().iterator().next());
        }
        log(source, now);
        return count.wrong() <= FREE_ATTEMPTS ? Duration.ZERO : delay(count.wrong() - FREE_ATTEMPTS);
    }

    private static Duration delay(int excess) {
        var doubled = MIN_DELAY.multipliedBy(1L << (excess - 1));
        return doubled.compareTo(MAX_DELAY) < 0 ? doubled : MAX_DELAY;
    }

    /** Logs at most one line per interval, so that an attacker cannot fill the log. */
    private void log(InetAddress source, Instant now) {
        if (now.isBefore(nextLogTime)) {
            unlogged++;
            return;
        }
        LOG.warn(
                "wrong back office password from {} ({} more since the last such message)",
                source.getHostAddress(),
                unlogged);
        report.accept(source, unlogged);
        unlogged = 0;
        nextLogTime = now.plus(LOG_INTERVAL);
    }

    /** Returns the number of addresses remembered. */
    synchronized int sources() {
        return counts.size();
    }

    /** Returns an IPv4 address, or the /64 network of an IPv6 address, since one client usually owns all of it. */
    private static String network(InetAddress source) {
        var bytes = source.getAddress();
        return HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, Long.BYTES)));
    }
}
