package dev.operatorkit.conformance.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads addresses from their literals, and never looks up a name. */
final class Addresses {
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern IPV6 = Pattern.compile("(?=.*:)[0-9A-Fa-f:.]{2,45}");

    private Addresses() {}

    /** Returns the address of a literal. */
    static Optional<InetAddress> parse(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** Returns true when two literals are one address. */
    static boolean isSame(String one, String other) {
        var address = parse(one);
        return address.isPresent() && address.equals(parse(other));
    }
}
