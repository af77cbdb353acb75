package dev.operatorkit.simulator.wallet;

import java.time.Duration;

/**
 * Defines how one call is sent: correctly, or with one fault.
 *
 * @param timestampShift the duration added to the timestamp before signing (SIG-10)
 * @param wrongSignature true if one digit of the signature is changed
 * @param tamperedBody true if one byte is appended after signing (SIG-8)
 * @param slowBody the duration over which the last bytes are sent
 * @param cut the point at which the connection is cut
 */
public record TransportFault(
        Duration timestampShift, boolean wrongSignature, boolean tamperedBody, Duration slowBody, Cut cut) {
    /** Sends the call correctly. */
    public static final TransportFault PLAIN = new TransportFault(Duration.ZERO, false, false, Duration.ZERO, Cut.NONE);

    /** Defines the points at which a connection is cut. */
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

    /** Returns a fault with a shifted timestamp. */
    public static TransportFault withTimestampShift(Duration timestampShift) {
        return new TransportFault(timestampShift, false, false, Duration.ZERO, Cut.NONE);
    }

    /** Returns a fault with one changed hex digit in the signature. */
    public static TransportFault withWrongSignature() {
        return new TransportFault(Duration.ZERO, true, false, Duration.ZERO, Cut.NONE);
    }

    /** Returns a fault with a body changed after signing. */
    public static TransportFault withTamperedBody() {
        return new TransportFault(Duration.ZERO, false, true, Duration.ZERO, Cut.NONE);
    }

    /** Returns a fault with slow last bytes. */
    public static TransportFault withSlowBody(Duration time) {
        return new TransportFault(Duration.ZERO, false, false, time, Cut.NONE);
    }

    /** Returns a fault with a cut connection. */
    public static TransportFault withCut(Cut where) {
        return new TransportFault(Duration.ZERO, false, false, Duration.ZERO, where);
    }
}
