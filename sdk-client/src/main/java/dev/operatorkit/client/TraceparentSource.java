package dev.operatorkit.client;

import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the operator's tracing for the {@code traceparent} of a call; without one, or with an invalid one, it sends none. */
final class TraceparentSource {
    private static final Logger LOG = LoggerFactory.getLogger(CustomerApi.class);

    /** Matches version, trace id, parent id and flags (W3C Trace Context); version ff and ids of zeros are invalid. */
    private static final Pattern FORM =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private final Supplier<? extends @Nullable String> supplier;

    TraceparentSource(Supplier<? extends @Nullable String> supplier) {
        this.supplier = supplier;
    }

    /** Returns the value to send; null to send none. */
    @Nullable
    String current() {
        try {
            var value = supplier.get();
            if (value == null || FORM.matcher(value).matches()) {
                return value;
            }
            LOG.warn("The traceparent does not have the form of W3C Trace Context, so the call is sent without it");
        } catch (RuntimeException | Error e) {
            LOG.warn("The traceparent supplier threw an exception, so the call is sent without it", e);
        }
        return null;
    }
}
