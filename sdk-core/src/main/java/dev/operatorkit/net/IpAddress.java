package dev.operatorkit.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Reads addresses that are written as such; a host name is refused, no resolver is ever asked. */
public final class IpAddress {
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern V4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
    /** What Java reads as IPv6 without asking a resolver: a colon inside, and no zone. */
    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:][0-9a-fA-F.]*:[0-9a-fA-F:.]*");

    private IpAddress() {}

    /** An IPv4 or IPv6 literal (D-12), IPv4 in IPv6 clothes being IPv4; IllegalArgumentException when it is neither. */
    public static InetAddress parse(String text) {
        if (!isLiteral(text)) {
            throw new IllegalArgumentException("must be an IPv4 or IPv6 address");
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("must be an IPv4 or IPv6 address", e);
        }
    }

    private static boolean isLiteral(String text) {
        // Java reads 1.2.3 and 010.1.1.1 as IPv4 too; what a service makes of those is anybody's guess.
        return text.length() <= 45
                && (V4.matcher(text).matches() || V6.matcher(text).matches());
    }
}
