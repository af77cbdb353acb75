package dev.operatorkit.simulator.operator;

import dev.operatorkit.net.IpRange;
import java.net.InetAddress;
import java.util.List;

/**
 * The sources that may call in an operator's name (NET-1).
 *
 * @param ranges addresses and CIDR ranges; none means any source
 */
public record Allowlist(List<IpRange> ranges) {
    /** Any source. */
    public static final Allowlist OPEN = new Allowlist(List.of());

    /** Copies the list. */
    public Allowlist {
        ranges = List.copyOf(ranges);
    }

    /** Reads addresses and CIDR ranges; IllegalArgumentException names the one that is neither. */
    public static Allowlist of(List<String> ranges) {
        return new Allowlist(ranges.stream().map(IpRange::parse).toList());
    }

    /** Whether a caller at that address may call. */
    public boolean allows(InetAddress source) {
        return ranges.isEmpty() || ranges.stream().anyMatch(range -> range.contains(source));
    }
}
