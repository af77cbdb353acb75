package dev.operatorkit.simulator;

import java.time.Duration;

/**
 * Lists the faults that can be switched on, each with its text and its usual duration. A new one is a row here and a case where it
 * is applied: in the sender of callbacks or in the Customer API.
 */
public enum FaultKind {
    /** Drops the callback before it is sent; the service gets no response. */
    DROP_BEFORE_SEND("the callback is lost before it is sent", 0),
    /** Sends the callback and closes the connection before the response. */
    DROP_AFTER_SEND("the connection is closed before the wallet's response", 0),
    /** Drops the wallet's response. */
    DROP_RESPONSE("the wallet's response is lost", 0),
    /** Delays the callback by the duration. */
    DELAY("the callback is sent late", 3),
    /** Sends the callback twice at the same time. */
    DUPLICATE("the callback is sent twice at the same time", 0),
    /** Sends the callback again after the duration. */
    DUPLICATE_LATER("the callback is sent again later", 3),
    /** Holds the callback back until the player's next one was sent or the duration is over; the service gets no response. */
    REORDER("the player's next callback overtakes it", 3),
    /** Changes one hex digit of the signature. */
    CORRUPT_SIGNATURE("one hex digit of the signature is changed", 0),
    /** Signs with a timestamp in the past, by the duration. */
    STALE_TIMESTAMP("the signed timestamp is six minutes old", 360),
    /** Signs with a timestamp in the future, by the duration. */
    FUTURE_TIMESTAMP("the signed timestamp is six minutes in the future", 360),
    /** Appends one byte to the body after signing. */
    TAMPERED_BODY("one byte is appended after signing", 0),
    /** Sends the last bytes slowly, over the duration. */
    SLOW_BODY("the last bytes are sent slowly", 3),
    /** Resets the connection after half of the callback was sent. */
    CONNECTION_RESET("the connection is reset after half of the callback", 0),
    /** Makes the Customer API respond with 500. */
    API_ERROR(Surface.CUSTOMER_API, "the Customer API responds with 500", 0),
    /** Delays the response of the Customer API by the duration. */
    API_SLOW(Surface.CUSTOMER_API, "the Customer API responds late", 3),
    /** Makes the Customer API respond with invalid JSON. */
    API_GARBAGE(Surface.CUSTOMER_API, "the Customer API responds with invalid JSON", 0),
    /** Makes the Customer API respond with 304 to a request without a conditional header. */
    API_NOT_MODIFIED(Surface.CUSTOMER_API, "the Customer API responds with 304 to an unconditional request", 0);

    private enum Surface {
        CALLBACKS,
        CUSTOMER_API
    }

    private final Surface surface;
    private final String text;
    private final Duration defaultDuration;

    FaultKind(String text, int seconds) {
        this(Surface.CALLBACKS, text, seconds);
    }

    FaultKind(Surface surface, String text, int seconds) {
        this.surface = surface;
        this.text = text;
        this.defaultDuration = Duration.ofSeconds(seconds);
    }

    /** Returns whether the fault applies to responses of the Customer API, and not to callbacks. */
    public boolean isOfCustomerApi() {
        return surface == Surface.CUSTOMER_API;
    }

    /** Returns a description in one line. */
    public String describe() {
        return text;
    }

    /** Returns the duration used when none is given. */
    public Duration defaultDuration() {
        return defaultDuration;
    }
}
