package dev.operatorkit.malformed;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Describes a server: its valid requests, and how it may respond to malformed ones. */
public interface Target {
    /** Returns the address of the server. */
    InetSocketAddress address();

    /** Returns the value of {@code Host} that the server expects. */
    String host();

    /** Returns a valid request with a body of JSON, which has a number. Signed as it is, it is stored. */
    Draft write(RandomGenerator random);

    /** Returns a valid request with a query and without a body. Signed as it is, it gets 200, and nothing is stored. */
    Draft read(RandomGenerator random);

    /**
     * Returns whether the server verifies signatures, and explains its errors in JSON. If it does not, only the HTTP of requests is
     * made malformed.
     */
    default boolean isSigned() {
        return true;
    }

    /** Returns the header lines that sign a request: a timestamp, a signature, and others that the server requires. */
    List<String> sign(Draft request);

    /** Returns the statuses of a signed request whose body or content type is malformed. */
    Set<Integer> contentStatuses();

    /** Returns the statuses of a signed request whose path, query or method the server does not know. */
    Set<Integer> routeStatuses();
}
