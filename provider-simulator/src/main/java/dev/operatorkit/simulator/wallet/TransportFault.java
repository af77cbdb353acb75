package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.Sending;
import dev.operatorkit.conformance.transport.Sending.Cut;
import java.time.Duration;

/**
 * Defines how one call is sent: correctly, or with one fault.
 *
 * @param timestampShift the duration added to the timestamp before signing (SIG-10)
 * @param wrongSignature true if one digit of the signature is changed
 * @param tamperedBody true if one byte is appended after signing (SIG-8)
 */
public record TransportFault(Duration timestampShift, boolean wrongSignature, boolean tamperedBody, Sending sending) {
    /** Sends the call correctly. */
    public static final TransportFault PLAIN = withTimestampShift(Duration.ZERO);

    public static TransportFault withTimestampShift(Duration timestampShift) {
        return new TransportFault(timestampShift, false, false, Sending.USUAL);
    }

    /** Returns a fault with one changed hex digit in the signature. */
    public static TransportFault withWrongSignature() {
        return new TransportFault(Duration.ZERO, true, false, Sending.USUAL);
    }

    /** Returns a fault with a body changed after signing. */
    public static TransportFault withTamperedBody() {
        return new TransportFault(Duration.ZERO, false, true, Sending.USUAL);
    }

    public static TransportFault withSlowBody(Duration time) {
        return new TransportFault(Duration.ZERO, false, false, new Sending(false, time, Cut.NONE));
    }

    public static TransportFault withCut(Cut where) {
        return new TransportFault(Duration.ZERO, false, false, new Sending(false, Duration.ZERO, where));
    }
}
