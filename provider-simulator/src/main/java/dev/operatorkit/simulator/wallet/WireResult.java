package dev.operatorkit.simulator.wallet;

import java.util.Locale;

/** What came back on the wire. */
public sealed interface WireResult {

    /**
     * A whole HTTP answer.
     *
     * @param status its status
     * @param raw every byte of it as received
     * @param body the bytes of its body, transfer coding undone
     */
    record Answered(int status, byte[] raw, byte[] body) implements WireResult {}

    /**
     * No whole answer: what the wallet did is unknown (D-31).
     *
     * @param trouble the kind of silence
     * @param detail one line for a person
     * @param raw what did come, perhaps nothing
     */
    record NoResponse(Cause cause, String detail, byte[] raw) implements WireResult {}

    /** Why no whole answer came. */
    enum Cause {
        /** The address is one that must not be called; nothing was sent. */
        TARGET_REFUSED,
        /** No connection came up; nothing was sent. */
        NO_CONNECTION,
        /** The certificate or the handshake failed (GEN-1); nothing was sent. */
        TLS,
        /** The call took longer than it may (D-34). */
        TIMEOUT,
        /** The connection ended before a whole answer was there. */
        CLOSED,
        /** The answer is larger than it may be. */
        TOO_LARGE,
        /** What came is not HTTP/1.1. */
        NOT_HTTP,
        /** The simulator cut the connection itself, by a fault that was asked for. */
        CUT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
