package dev.operatorkit.conformance.wire;

import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import java.net.SocketTimeoutException;

/** Reports that no readable response arrived: the connection was refused or broke, or the call timed out. */
public final class NoResponse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Exchange exchange;
    private final Cause cause;

    NoResponse(WireResult.NoResponse result, Exchange exchange) {
        super(result.detail(), result.exception());
        this.exchange = exchange;
        this.cause = result.cause();
    }

    /** Returns the request and the part of a response that arrived. */
    public Exchange exchange() {
        return exchange;
    }

    /** Returns true when bytes arrived that are not a response, which another attempt does not excuse. */
    public boolean isGarbled() {
        return cause == Cause.NOT_HTTP || cause == Cause.TOO_LARGE;
    }

    /** Returns true when the connection ended after the request, before the response was complete. */
    public boolean isClosed() {
        return cause == Cause.CLOSED;
    }

    /** Returns true when no connection could be opened. */
    public boolean isUnreachable() {
        return cause.isBeforeSend() || (cause == Cause.TLS && getCause() instanceof SocketTimeoutException);
    }
}
