package dev.operatorkit.http.guard;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;

/** Identifies one caller: an IPv4 address, or the 64 bits that a single customer of an IPv6 provider is given. */
record Source(InetAddress address) {
    private static final int NETWORK_BYTES = 8;

    Source {
        if (address instanceof Inet6Address) {
            var bytes = address.getAddress();
            Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
            try {
                address = InetAddress.getByAddress(bytes);
            } catch (java.net.UnknownHostException e) {
                throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
            }
        }
    }
}
