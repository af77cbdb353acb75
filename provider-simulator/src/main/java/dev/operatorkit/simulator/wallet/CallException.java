package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.WireResult.Cause;
import java.io.IOException;

/** Signals a call without a complete response, with its cause. */
final class CallException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Cause trouble;

    CallException(Cause trouble, String message) {
        super(message);
        this.trouble = trouble;
    }

    Cause cause() {
        return trouble;
    }
}
