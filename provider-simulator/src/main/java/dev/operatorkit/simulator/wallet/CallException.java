package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.Reception.Trouble;
import java.io.IOException;

/** A call that got no whole answer, and why. */
final class CallException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Trouble trouble;

    CallException(Trouble trouble, String message) {
        super(message);
        this.trouble = trouble;
    }

    Trouble trouble() {
        return trouble;
    }
}
