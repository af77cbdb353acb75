package dev.operatorkit.client;

import dev.operatorkit.client.CallListener.Attempt;
import dev.operatorkit.client.CallListener.Call;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs every attempt, and reports attempts and calls to the listeners. */
final class CallReporter {
    private static final Logger LOG = LoggerFactory.getLogger(CustomerApi.class);

    private final List<CallListener> listeners;

    CallReporter(List<CallListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void attemptEnded(ApiCall apiCall, Attempt attempt) {
        LOG.debug(
                "{} -> {} in {} ms, attempt {}",
                apiCall,
                attempt.status().isPresent() ? attempt.status().getAsInt() : "no response",
                attempt.elapsed().toMillis(),
                attempt.number());
        notifyListeners(listener -> listener.onAttempt(attempt));
    }

    void callEnded(Call call) {
        notifyListeners(listener -> listener.onCallEnded(call));
    }

    private void notifyListeners(Consumer<CallListener> event) {
        for (var listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException | Error e) {
                // Catch errors too: one that escapes would replace the result of the call.
                LOG.warn("The call listener threw an exception, which is ignored", e);
            }
        }
    }
}
