package dev.operatorkit.conformance.transport;

import java.time.Duration;

/**
 * Defines how a request is sent: correctly, or with one fault.
 *
 * @param alone true if it is sent on a new connection, which is closed afterwards
 * @param slowness the duration over which the last bytes are sent
 * @param cut the point at which the connection is cut
 */
public record Sending(boolean alone, Duration slowness, Cut cut) {
    /** Sends on a kept connection if there is one, and keeps it. */
    public static final Sending USUAL = new Sending(false, Duration.ZERO, Cut.NONE);
    /** Sends on a new connection and closes it afterwards. */
    public static final Sending ALONE = new Sending(true, Duration.ZERO, Cut.NONE);

    /** Defines the points at which a connection is cut on purpose. */
    public enum Cut {
        /** Cuts nothing. */
        NONE,
        /** Sends nothing. */
        BEFORE_SEND,
        /** Resets the connection after half of the request. */
        MIDWAY,
        /** Closes the connection after the request, before the response. */
        AFTER_SEND,
        /** Reads the response and drops it. */
        AFTER_ANSWER
    }
}
