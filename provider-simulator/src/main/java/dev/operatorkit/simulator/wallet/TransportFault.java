package dev.operatorkit.simulator.wallet;

import java.time.Duration;

/**
 * In what manner one call is made: plainly, or with one thing wrong that is known from the field.
 *
 * @param timestampShift added to the timestamp before it is signed: stale or from the future (SIG-10)
 * @param wrongSignature whether the signature is another's
 * @param tamperedBody whether one byte is changed after signing (SIG-8)
 * @param slowBody over how long the last bytes trickle out
 * @param cut where the connection is cut
 */
public record TransportFault(
        Duration timestampShift, boolean wrongSignature, boolean tamperedBody, Duration slowBody, Cut cut) {
    /** Nothing wrong. */
    public static final TransportFault PLAIN = new TransportFault(Duration.ZERO, false, false, Duration.ZERO, Cut.NONE);

    /** Where a connection is cut. */
    public enum Cut {
        /** Nowhere. */
        NONE,
        /** Nothing is sent at all. */
        BEFORE_SEND,
        /** Reset when half of the request is sent. */
        MIDWAY,
        /** Closed when the request is sent, the answer not awaited. */
        AFTER_SEND,
        /** The answer is read to its end, and then lost. */
        AFTER_ANSWER
    }

    /** A timestamp that lies that far from now. */
    public static TransportFault withTimestampShift(Duration timestampShift) {
        return new TransportFault(timestampShift, false, false, Duration.ZERO, Cut.NONE);
    }

    /** A signature that no secret of the operator makes. */
    public static TransportFault withWrongSignature() {
        return new TransportFault(Duration.ZERO, true, false, Duration.ZERO, Cut.NONE);
    }

    /** A body that changed on its way. */
    public static TransportFault withTamperedBody() {
        return new TransportFault(Duration.ZERO, false, true, Duration.ZERO, Cut.NONE);
    }

    /** A body whose last bytes take that long. */
    public static TransportFault withSlowBody(Duration time) {
        return new TransportFault(Duration.ZERO, false, false, time, Cut.NONE);
    }

    /** A connection that is cut. */
    public static TransportFault withCut(Cut where) {
        return new TransportFault(Duration.ZERO, false, false, Duration.ZERO, where);
    }
}
