package dev.operatorkit.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Parses IP addresses. Host names are rejected, and no name is ever looked up. */
public final class IpAddress {
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern V4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
    /** Matches what Java parses as IPv6 without a lookup: it contains a colon and no zone. */
    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:][0-9a-fA-F.]*:[0-9a-fA-F:.]*");

    private IpAddress() {}

    /**
     * Parses an IPv4 or IPv6 literal (D-12); returns an IPv4-mapped IPv6 address as IPv4.
     *
     * @throws IllegalArgumentException if the text is neither
     */
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
        // Java also accepts 1.2.3 and 010.1.1.1 as IPv4, which programs interpret in different ways.
        return text.length() <= 45
                && (V4.matcher(text).matches() || V6.matcher(text).matches());
    }
}
