package dev.operatorkit.simulator.wallet;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork.IPAddressGenerator;
import inet.ipaddr.IPAddressString;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Restricts the addresses that the simulator may call, since users enter them and it must not give access to a network.
 * Public addresses are always allowed.
 *
 * @param loopback true if this machine may be called
 * @param privateNetworks true if private, link-local and other special networks may be called
 */
public record TargetPolicy(boolean loopback, boolean privateNetworks) {
    /** Allows public addresses and this machine. */
    public static final TargetPolicy LOOPBACK = new TargetPolicy(true, false);
    /** Allows only public addresses. */
    public static final TargetPolicy PUBLIC = new TargetPolicy(false, false);
    /** Allows the address of any single host. */
    public static final TargetPolicy ANY = new TargetPolicy(true, true);

    private static final List<IPAddress> LOOPBACKS = networks("127.0.0.0/8", "::1/128");
    private static final List<IPAddress> NEVER =
            networks("0.0.0.0/8", "224.0.0.0/4", "255.255.255.255/32", "::/128", "ff00::/8");
    private static final List<IPAddress> SPECIAL = networks(
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
            "100.64.0.0/10",
            "192.0.0.0/24",
            "198.18.0.0/15",
            "240.0.0.0/4",
            "fc00::/7",
            "fe80::/10",
            "fec0::/10",
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "2002::/16",
            "2001::/32");

    /** Returns why an address must not be called, or empty if it may. */
    public Optional<String> refusal(InetAddress address) {
        var target = new IPAddressGenerator().from(address.getAddress());
        var text = address.getHostAddress();
        if (isIn(NEVER, target)) {
            return Optional.of(text + " is not the address of a single host");
        }
        if (isIn(LOOPBACKS, target)) {
            return loopback ? Optional.empty() : Optional.of(text + " is this machine, which may not be called");
        }
        return isIn(SPECIAL, target) && !privateNetworks
                ? Optional.of(text + " is in a private or special network. Allow it with --allow-private-addresses")
                : Optional.empty();
    }

    private static boolean isIn(List<IPAddress> networks, IPAddress target) {
        return networks.stream().anyMatch(network -> network.contains(target));
    }

    private static List<IPAddress> networks(String... cidrs) {
        return Stream.of(cidrs)
                .map(cidr -> new IPAddressString(cidr).getAddress().toPrefixBlock())
                .toList();
    }
}
