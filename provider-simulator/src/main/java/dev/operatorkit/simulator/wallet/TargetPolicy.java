package dev.operatorkit.simulator.wallet;

import dev.operatorkit.net.IpRange;
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
 * @param privateNetworks true if private and other special networks may be called
 * @param named the ranges of any kind that may be called, except for addresses of more than one host
 */
public record TargetPolicy(boolean loopback, boolean privateNetworks, List<IpRange> named) {
    /** Allows public addresses and this machine. */
    public static final TargetPolicy LOOPBACK = new TargetPolicy(true, false, List.of());
    /** Allows only public addresses. */
    public static final TargetPolicy PUBLIC = new TargetPolicy(false, false, List.of());
    /** Allows the address of any single host, except for those that hand out credentials. */
    public static final TargetPolicy ANY = new TargetPolicy(true, true, List.of());

    private static final List<IPAddress> LOOPBACKS = networks("127.0.0.0/8", "::1/128");
    private static final List<IPAddress> NEVER =
            networks("0.0.0.0/8", "224.0.0.0/4", "255.255.255.255/32", "::/128", "ff00::/8");
    /** Holds link-local addresses, which no wallet has, and the metadata services of clouds, which hand out keys. */
    private static final List<IPAddress> METADATA = networks(
            "169.254.0.0/16",
            "fe80::/10",
            "100.100.100.200/32",
            "168.63.129.16/32",
            "192.0.0.192/32",
            "fd00:ec2::254/128",
            "fd20:ce::254/128");

    private static final List<IPAddress> SPECIAL = networks(
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "100.64.0.0/10",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "240.0.0.0/4",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20");

    /**
     * The only IPv6 addresses that are assigned to hosts of the internet. All others are special: private, link-local, discarded, or
     * an IPv4 address in another form, which a gateway may translate back.
     */
    private static final List<IPAddress> GLOBAL_UNICAST = networks("2000::/3");

    public TargetPolicy {
        named = List.copyOf(named);
    }

    /** Returns why an address must not be called, or empty if it may. */
    public Optional<String> refusal(InetAddress address) {
        var target = new IPAddressGenerator().from(address.getAddress());
        var text = address.getHostAddress();
        if (isIn(NEVER, target)) {
            return Optional.of(text + " is not the address of a single host");
        }
        if (named.stream().anyMatch(range -> range.contains(address))) {
            return Optional.empty();
        }
        if (isIn(METADATA, target)) {
            return Optional.of(text + " is link-local or hands out credentials. Allow it with --allow-target " + text);
        }
        if (isIn(LOOPBACKS, target)) {
            return loopback ? Optional.empty() : Optional.of(text + " is this machine, which may not be called");
        }
        return isSpecial(target) && !privateNetworks
                ? Optional.of(text + " is in a private or special network. Allow it with --allow-target " + text
                        + ", or all such networks with --allow-private-addresses")
                : Optional.empty();
    }

    private static boolean isSpecial(IPAddress target) {
        return isIn(SPECIAL, target) || (target.isIPv6() && !isIn(GLOBAL_UNICAST, target));
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
