package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.simulator.fault.FaultKind;
import org.jspecify.annotations.Nullable;

/** Collects on the way of one call what the transcript tells of it beside request and response. */
final class CallTrace {
    private boolean authenticated;
    private @Nullable FaultKind fault;

    /** Notes that the signature was found right. */
    void markAuthenticated() {
        authenticated = true;
    }

    /** Notes the fault that the call met. */
    void markFault(FaultKind kind) {
        fault = kind;
    }

    /** Returns whether the signature was found right; before that anybody may have sent the call. */
    boolean isAuthenticated() {
        return authenticated;
    }

    /** Returns the fault that the call met, or null. */
    @Nullable
    FaultKind fault() {
        return fault;
    }
}
