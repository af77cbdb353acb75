package dev.operatorkit.reference.backoffice;

import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts wrong passwords by the address that sent them, and tells how long the answer to one is held back.
 *
 * <p>Whoever mistypes is answered at once; whoever guesses waits twice as long each time, up to {@link #LONGEST}. A count
 * runs down by one every {@link #ONE_LESS}. It is never a reason to refuse the right password: an address may be shared
 * with whoever guesses, and is on every machine that is reached through a tunnel.
 */
final class WrongPasswords {
    /** How many are answered at once. */
    static final int AT_ONCE = 10;

    /** After how long one of them is forgotten. */
    static final Duration ONE_LESS = Duration.ofSeconds(6);

    /** How long an answer is held back at most. */
    static final Duration LONGEST = Duration.ofSeconds(5);

    /** How many addresses are remembered; the one that was quiet for the longest time is forgotten first. */
    static final int MOST_SOURCES = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(WrongPasswords.class);
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final int MOST_COUNTED = 2 * AT_ONCE; // so that the delay is gone two minutes after the last one
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

    private final Clock clock;
    private final Map<String, Count> counts = new LinkedHashMap<>(16, 0.75f, true);
    private Instant nextLine = Instant.MIN;
    private long untold;

    WrongPasswords(Clock clock) {
        this.clock = clock;
    }

    /** As many as {@code wrong} at that time. */
    private record Count(int wrong, Instant at) {
        Count at(Instant now) {
            var less = Duration.between(at, now).dividedBy(ONE_LESS);
            return less <= 0 ? this : new Count((int) Math.max(0, wrong - less), at.plus(ONE_LESS.multipliedBy(less)));
        }

        Count oneMore(Instant now) {
            return new Count(Math.min(MOST_COUNTED, wrong + 1), wrong == 0 ? now : at);
        }
    }

    /** Counts one more, and returns how long its answer is held back. */
    synchronized Duration add(InetAddress source) {
        var now = clock.instant();
        var network = network(source);
        var count = counts.getOrDefault(network, new Count(0, now)).at(now).oneMore(now);
        counts.put(network, count);
        if (counts.size() > MOST_SOURCES) {
            counts.remove(counts.keySet().iterator().next());
        }
        tell(source, now);
        return count.wrong() <= AT_ONCE ? Duration.ZERO : delay(count.wrong() - AT_ONCE);
    }

    private static Duration delay(int tooMany) {
        var doubled = SHORTEST.multipliedBy(1L << (tooMany - 1));
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }

    /** One line every few seconds: whoever guesses does not fill the log. */
    private void tell(InetAddress source, Instant now) {
        if (now.isBefore(nextLine)) {
            untold++;
            return;
        }
        LOG.warn(
                "a wrong password for the back office from {} ({} more since the last such line)",
                source.getHostAddress(),
                untold);
        untold = 0;
        nextLine = now.plus(BETWEEN_LINES);
    }

    /** Returns how many addresses are remembered. */
    synchronized int sources() {
        return counts.size();
    }

    /** An IPv4 address, or the /64 that whoever has an IPv6 address has all of. */
    private static String network(InetAddress source) {
        var bytes = source.getAddress();
        return HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, Long.BYTES)));
    }
}
