package dev.operatorkit.simulator.launch;

import dev.operatorkit.net.IpRange;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;

/** Looks up the country of an address (LAU-3). Only the ranges reserved for documentation have one (D-11). */
final class Countries {
    private static final Map<IpRange, String> DOCUMENTATION = Map.of(
            IpRange.parse("192.0.2.0/24"), "GB",
            IpRange.parse("198.51.100.0/24"), "US",
            IpRange.parse("203.0.113.0/24"), "AU",
            IpRange.parse("2001:db8::/32"), "FR");

    private Countries() {}

    /** Returns the ISO 3166 code of the country, or empty if it is unknown, which restricts nothing. */
    static Optional<String> find(InetAddress address) {
        return DOCUMENTATION.entrySet().stream()
                .filter(range -> range.getKey().contains(address))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
