package dev.operatorkit.conformance.transport;

import dev.operatorkit.conformance.transport.WireResult.Cause;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Signals a call without a complete response, with its cause. */
final class CallException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Cause trouble;

    CallException(Cause trouble, String message) {
        this(trouble, message, null);
    }

    CallException(Cause trouble, String message, @Nullable IOException cause) {
        super(message, cause);
        this.trouble = trouble;
    }

    /** Creates the exception of a failed handshake. */
    CallException(IOException cause) {
        this(Cause.TLS, DiagnosingTrustManager.explain(cause), cause);
    }

    Cause cause() {
        return trouble;
    }
}
