package dev.operatorkit.conformance.wire;

import java.io.IOException;

/** Reports that no readable response arrived: the connection was refused or broke, or the call timed out. */
public final class NoResponse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Exchange exchange;
    private final boolean unreachable;

    NoResponse(String message, Exchange exchange, boolean unreachable, IOException cause) {
        super(message, cause);
        this.exchange = exchange;
        this.unreachable = unreachable;
    }

    /** Returns the request and the part of a response that arrived. */
    public Exchange exchange() {
        return exchange;
    }

    /** Returns true when no connection could be opened. */
    public boolean isUnreachable() {
        return unreachable;
    }
}
