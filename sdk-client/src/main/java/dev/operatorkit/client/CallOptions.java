package dev.operatorkit.client;

import java.time.Duration;
import java.util.regex.Pattern;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** Holds options of single calls, see {@link CustomerApi#with}. Immutable. */
public final class CallOptions {
    private static final CallOptions DEFAULTS = new CallOptions(null, null, Headers.EMPTY);
    private static final Pattern CALL_ID = Pattern.compile("[!-~]{1,128}");
    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    /** Matches what the client signs or sets, and what would change the meaning of a response. */
    private static final Pattern RESERVED =
            Pattern.compile("(?i)X-Operator|X-Svc-.*|X-Request-Id|traceparent|User-Agent"
                + "|Accept|Accept-Encoding|Cache-Control|Connection|Content-.*|Expect|Host|If-.*|Keep-Alive|Range|TE|Trailer"
                + "|Transfer-Encoding|Upgrade");

    private final @Nullable Duration timeout;
    private final @Nullable String callId;
    private final Headers headers;

    private CallOptions(@Nullable Duration timeout, @Nullable String callId, Headers headers) {
        this.timeout = timeout;
        this.callId = callId;
        this.headers = headers;
    }

    /** Returns options that change nothing. */
    public static CallOptions defaults() {
        return DEFAULTS;
    }

    /** Returns a copy with this timeout of a call, instead of {@link CustomerApiBuilder#callTimeout}. */
    public CallOptions withTimeout(Duration timeout) {
        return new CallOptions(ArgumentChecks.requireTimeout("timeout", timeout), callId, headers);
    }

    /**
     * Returns a copy with this id instead of a random one, see {@link CustomerApiException#callId}. Use it for one call.
     *
     * @param id 1 to 128 printable ASCII characters without blanks, such as the id of the click
     */
    public CallOptions withCallId(String id) {
        if (!CALL_ID.matcher(id).matches()) {
            throw new IllegalArgumentException("callId must have 1 to 128 printable ASCII characters without blanks");
        }
        return new CallOptions(timeout, id, headers);
    }

    /**
     * Returns a copy that also sends this header, which the signature does not cover.
     *
     * @param name the name, which must not be that of a header that the client itself signs or sets
     * @param value the value, in printable ASCII
     */
    public CallOptions withHeader(String name, String value) {
        if (!HEADER_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("header must be the name of a header, such as X-Brand");
        }
        if (RESERVED.matcher(name).matches()) {
            throw new IllegalArgumentException("header " + name + " is set by the client. Leave it out");
        }
        var checked = ArgumentChecks.requireHeaderValue("header " + name, value);
        return new CallOptions(
                timeout, callId, headers.newBuilder().set(name, checked).build());
    }

    @Nullable
    Duration timeout() {
        return timeout;
    }

    @Nullable
    String callId() {
        return callId;
    }

    Headers headers() {
        return headers;
    }
}
