package dev.operatorkit.reference.operations;

import dev.operatorkit.reference.http.CallbackRoutes;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.WalletCallbacks;
import java.util.Optional;

/** Handles callbacks and records each in the log of the latest callbacks. */
public record LoggedCallbacks(WalletCallbacks callbacks, CallbackLog log) implements CallbackRoutes.Callbacks {
    @Override
    public Optional<CallbackResponse> rejectByHeaders(CallbackRequest head, long bodyLength) {
        var rejection = callbacks.rejectByHeaders(head, bodyLength);
        rejection.ifPresent(response -> log.recordHead(head, response));
        return rejection;
    }

    @Override
    public CallbackResponse handle(CallbackRequest request) {
        var response = callbacks.handle(request);
        log.record(request, response);
        return response;
    }
}
