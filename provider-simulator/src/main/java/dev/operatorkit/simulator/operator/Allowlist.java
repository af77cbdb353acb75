package dev.operatorkit.simulator.operator;

import dev.operatorkit.net.IpRange;
import java.net.InetAddress;
import java.util.List;

/**
 * Restricts the sources that may call as an operator (NET-1).
 *
 * @param ranges the addresses and CIDR ranges; none allows any source
 */
public record Allowlist(List<IpRange> ranges) {
    /** Allows any source. */
    public static final Allowlist OPEN = new Allowlist(List.of());

    public Allowlist {
        ranges = List.copyOf(ranges);
    }

    /** Parses addresses and CIDR ranges, or throws an IllegalArgumentException that names the invalid one. */
    public static Allowlist of(List<String> ranges) {
        return new Allowlist(ranges.stream().map(IpRange::parse).toList());
    }

    public boolean allows(InetAddress source) {
        return ranges.isEmpty() || ranges.stream().anyMatch(range -> range.contains(source));
    }
}
