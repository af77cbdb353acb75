package dev.operatorkit.conformance.wire;

import java.io.IOException;

/** No readable answer came: the connection was refused, broke, or the time was up. */
public final class NoResponse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Exchange exchange;
    private final boolean unreachable;

    NoResponse(String message, Exchange exchange, boolean unreachable, IOException cause) {
        super(message, cause);
        this.exchange = exchange;
        this.unreachable = unreachable;
    }

    /** What was sent, and the part of an answer that came. */
    public Exchange exchange() {
        return exchange;
    }

    /** Whether not even a connection could be made. */
    public boolean isUnreachable() {
        return unreachable;
    }
}
