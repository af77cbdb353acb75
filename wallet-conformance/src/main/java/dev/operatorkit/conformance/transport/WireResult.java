package dev.operatorkit.conformance.transport;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Holds the result of a call on the wire. */
public sealed interface WireResult {

    /** Returns the bytes received, possibly none. */
    byte[] raw();

    /**
     * Holds a complete HTTP response.
     *
     * @param status its status
     * @param headers its headers in order, without trailers
     * @param body the bytes of its body, transfer coding undone
     * @param raw every byte of it as received, interim responses included
     */
    record Answered(int status, List<Header> headers, byte[] body, byte[] raw) implements WireResult {
        /** Copies the list. */
        public Answered {
            headers = List.copyOf(headers);
        }

        /** Returns every value of a header. */
        public List<String> values(String name) {
            return headers.stream()
                    .filter(header -> header.is(name))
                    .map(Header::value)
                    .toList();
        }
    }

    /**
     * Reports an incomplete or missing response, after which the wallet's action is unknown (D-31).
     *
     * @param cause the cause, which says whether anything was sent
     * @param detail the details, in one line
     * @param exception the exception that Java reported, if it did
     * @param dropped the response that was received and dropped on purpose, if it was
     */
    record NoResponse(
            Cause cause,
            String detail,
            byte[] raw,
            @Nullable Throwable exception,
            @Nullable Answered dropped) implements WireResult {
        /** Creates the result of a call that was not made or was cut on purpose. */
        public NoResponse(Cause cause, String detail, byte[] raw) {
            this(cause, detail, raw, null, null);
        }

        /** Creates the result of a call that failed. */
        public NoResponse(Cause cause, String detail, byte[] raw, @Nullable Throwable exception) {
            this(cause, detail, raw, exception, null);
        }

        /** Creates the result of a call whose response is dropped on purpose. */
        static NoResponse dropping(Answered response) {
            return new NoResponse(Cause.CUT, "the response was dropped", response.raw(), null, response);
        }
    }

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
        /** Reports a connection that was cut on purpose. */
        CUT;

        /** Returns true if no connection was opened. */
        public boolean isBeforeSend() {
            return this == TARGET_REFUSED || this == NO_CONNECTION;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
