package dev.operatorkit.simulator.operator;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.util.List;

/** The sources that may call in an operator's name; empty means any (NET-1). */
public final class Allowlist {
    private final List<IPAddress> ranges;

    private Allowlist(List<IPAddress> ranges) {
        this.ranges = ranges;
    }

    /** Addresses and CIDR ranges; IllegalArgumentException names the one that is neither. */
    public static Allowlist of(List<String> ranges) {
        return new Allowlist(ranges.stream().map(Allowlist::range).toList());
    }

    /** Any source. */
    public static Allowlist open() {
        return new Allowlist(List.of());
    }

    private static IPAddress range(String text) {
        var range = new IPAddressString(text).getAddress();
        // The library also reads "", "*" and "1.2.3": not what anyone means by an allowlist entry.
        if (range == null || !text.matches("[0-9.]{7,}(/\\d{1,2})?|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(/\\d{1,3})?")) {
            throw new IllegalArgumentException("'" + text + "' is neither an address nor a CIDR range");
        }
        return range.toPrefixBlock();
    }

    /** Whether the list is empty, so that any source may call. */
    public boolean isOpen() {
        return ranges.isEmpty();
    }

    /** Whether a caller at that address may call. An IPv4 address in IPv6 clothes is still that IPv4 address. */
    public boolean allows(String address) {
        if (ranges.isEmpty()) {
            return true;
        }
        var parsed = new IPAddressString(address).getAddress();
        if (parsed == null) {
            return false;
        }
        var source = parsed.isIPv6() && parsed.toIPv6().isIPv4Mapped()
                ? parsed.toIPv6().getEmbeddedIPv4Address()
                : parsed;
        return ranges.stream().anyMatch(range -> range.contains(source));
    }

    /** The ranges as text, for those who show them. */
    public List<String> ranges() {
        return ranges.stream().map(IPAddress::toCanonicalString).toList();
    }

    @Override
    public String toString() {
        return ranges().toString();
    }
}
