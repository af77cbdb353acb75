package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.WireResult.Cause;
import java.io.IOException;

/** A call that got no whole answer, and why. */
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
