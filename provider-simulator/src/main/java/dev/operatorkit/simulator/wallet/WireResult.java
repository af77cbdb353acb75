package dev.operatorkit.simulator.wallet;

import java.util.List;
import java.util.Locale;

/** Holds the result of a call on the wire. */
public sealed interface WireResult {

    /**
     * Holds a complete HTTP response.
     *
     * @param status its status
     * @param raw every byte of it as received
     * @param body the bytes of its body, transfer coding undone
     * @param contentTypes every {@code Content-Type}
     * @param contentEncodings every {@code Content-Encoding}
     */
    record Answered(int status, byte[] raw, byte[] body, List<String> contentTypes, List<String> contentEncodings)
            implements WireResult {
        /** Copies the lists. */
        public Answered {
            contentTypes = List.copyOf(contentTypes);
            contentEncodings = List.copyOf(contentEncodings);
        }
    }

    /**
     * Reports an incomplete or missing response, after which the wallet's action is unknown (D-31).
     *
     * @param cause the cause
     * @param detail the details, in one line
     * @param raw the bytes received, possibly none
     */
    record NoResponse(Cause cause, String detail, byte[] raw) implements WireResult {}

    /** Defines the causes of a missing response. */
    enum Cause {
        /** Reports an address that must not be called; nothing was sent. */
        TARGET_REFUSED,
        /** Reports a failed connection; nothing was sent. */
        NO_CONNECTION,
        /** Reports a failed certificate check or handshake (GEN-1); nothing was sent. */
        TLS,
        /** Reports that the call exceeded its time (D-34). */
        TIMEOUT,
        /** Reports that the connection ended before the response was complete. */
        CLOSED,
        /** Reports a response above the size limit. */
        TOO_LARGE,
        /** Reports bytes that are not HTTP/1.1. */
        NOT_HTTP,
        /** Reports a connection that the simulator cut because of a fault. */
        CUT;

        boolean isBeforeSend() {
            return this == TARGET_REFUSED || this == NO_CONNECTION;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
