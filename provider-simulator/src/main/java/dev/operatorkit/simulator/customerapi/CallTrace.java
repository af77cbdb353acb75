package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.simulator.FaultKind;
import org.jspecify.annotations.Nullable;

/** Collects what the transcript shows of a call in addition to its request and response. */
final class CallTrace {
    private boolean authenticated;
    private @Nullable FaultKind fault;

    /** Records that the signature was verified. */
    void markAuthenticated() {
        authenticated = true;
    }

    /** Records the fault that was applied to the call. */
    void markFault(FaultKind kind) {
        fault = kind;
    }

    /** Returns true if the signature was verified; before that, anybody may have sent the call. */
    boolean isAuthenticated() {
        return authenticated;
    }

    /** Returns the fault that was applied to the call, or null. */
    @Nullable
    FaultKind fault() {
        return fault;
    }
}
