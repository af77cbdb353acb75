package dev.operatorkit.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Represents an IP address or a range such as {@code 192.0.2.0/24} or {@code 2001:db8::/32}. Immutable. */
public final class IpRange {
    private final byte[] network;
    private final int prefix;

    private IpRange(byte[] network, int prefix) {
        this.network = network;
        this.prefix = prefix;
    }

    /**
     * Parses a range in CIDR notation or a single address.
     *
     * @throws IllegalArgumentException if the text is neither
     */
    public static IpRange parse(String text) {
        var slash = text.indexOf('/');
        try {
            var network =
                    IpAddress.parse(slash < 0 ? text : text.substring(0, slash)).getAddress();
            var prefix = slash < 0 ? network.length * 8 : prefix(text.substring(slash + 1), network.length * 8);
            return new IpRange(network, prefix);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is neither an address nor a CIDR range", e);
        }
    }

    private static int prefix(String digits, int longest) {
        if (!digits.matches("\\d{1,3}") || Integer.parseInt(digits) > longest) {
            throw new IllegalArgumentException("the prefix must be 0 to " + longest);
        }
        return Integer.parseInt(digits);
    }

    /** Returns true if the address is in the range; an IPv6 address is never in an IPv4 range. */
    public boolean contains(InetAddress address) {
        var bytes = address.getAddress();
        var whole = prefix / 8;
        if (bytes.length != network.length || !Arrays.equals(bytes, 0, whole, network, 0, whole)) {
            return false;
        }
        var rest = prefix % 8;
        return rest == 0 || ((bytes[whole] ^ network[whole]) & 0xff) >> (8 - rest) == 0;
    }

    /** Returns true if every address of its kind, IPv4 or IPv6, is in the range. */
    public boolean isWholeInternet() {
        return prefix == 0;
    }

    @Override
    public String toString() {
        try {
            return InetAddress.getByAddress(network).getHostAddress() + "/" + prefix;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }
}
