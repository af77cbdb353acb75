package dev.operatorkit.client;

import dev.operatorkit.client.CallListener.Attempt;
import dev.operatorkit.client.CallListener.Call;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs every attempt, reports attempts and calls to the listeners, and asks the operator's tracing for the trace of a call. */
final class Telemetry {
    private static final Logger LOG = LoggerFactory.getLogger(CustomerApi.class);

    /** Matches version, trace id, parent id and flags (W3C Trace Context); version ff and ids of zeros are invalid. */
    private static final Pattern FORM =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private final Supplier<? extends @Nullable String> traceparents;
    private final List<CallListener> listeners;

    Telemetry(Supplier<? extends @Nullable String> traceparents, List<CallListener> listeners) {
        this.traceparents = traceparents;
        this.listeners = List.copyOf(listeners);
    }

    /** Returns the {@code traceparent} of a call; null, to send none, if there is none or it is invalid. */
    @Nullable
    String traceparent() {
        try {
            var value = traceparents.get();
            if (value == null || FORM.matcher(value).matches()) {
                return value;
            }
            LOG.warn("The traceparent does not have the form of W3C Trace Context, so the call is sent without it");
        } catch (RuntimeException | Error e) {
            LOG.warn("The traceparent supplier threw an exception, so the call is sent without it", e);
        }
        return null;
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

    void callStarted(Call call) {
        notifyListeners(listener -> listener.onCallStarted(call));
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
