package dev.operatorkit.conformance.transport;

import dev.operatorkit.conformance.transport.WireResult.Cause;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Signals a call without a complete response, with its cause. */
final class CallException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Cause trouble;
    private final @Nullable TlsVerdict verdict;

    CallException(Cause trouble, String message) {
        this(trouble, message, null);
    }

    CallException(Cause trouble, String message, @Nullable IOException cause) {
        super(message, cause);
        this.trouble = trouble;
        this.verdict = null;
    }

    /** Creates the exception of a failed handshake. */
    CallException(TlsVerdict verdict, IOException cause) {
        super(verdict.describe() + (verdict == TlsVerdict.NO_HANDSHAKE ? ": " + cause.getMessage() : ""), cause);
        this.trouble = Cause.TLS;
        this.verdict = verdict;
    }

    Cause cause() {
        return trouble;
    }

    /** Returns the verdict on a failed handshake; null if that is not what failed. */
    @Nullable
    TlsVerdict verdict() {
        return verdict;
    }
}
