package dev.operatorkit.simulator;

import java.time.Duration;

/** Defines the faults that can be switched on. */
public enum FaultKind {
    /** Drops the callback before it is sent; the service gets no response. */
    DROP_BEFORE_SEND,
    /** Sends the callback and closes the connection before the response. */
    DROP_AFTER_SEND,
    /** Drops the wallet's response. */
    DROP_RESPONSE,
    /** Delays the callback by the duration. */
    DELAY,
    /** Sends the callback twice at the same time. */
    DUPLICATE,
    /** Sends the callback again after the duration. */
    DUPLICATE_LATER,
    /** Holds the callback back until the player's next one was sent or the duration is over; the service gets no response. */
    REORDER,
    /** Changes one hex digit of the signature. */
    CORRUPT_SIGNATURE,
    /** Signs with a timestamp in the past, by the duration. */
    STALE_TIMESTAMP,
    /** Signs with a timestamp in the future, by the duration. */
    FUTURE_TIMESTAMP,
    /** Appends one byte to the body after signing. */
    TAMPERED_BODY,
    /** Sends the last bytes slowly, over the duration. */
    SLOW_BODY,
    /** Resets the connection after half of the callback was sent. */
    CONNECTION_RESET,
    /** Makes the Customer API respond with 500. */
    API_ERROR,
    /** Delays the response of the Customer API by the duration. */
    API_SLOW,
    /** Makes the Customer API respond with invalid JSON. */
    API_GARBAGE,
    /** Makes the Customer API respond with 304 to a request without a conditional header. */
    API_NOT_MODIFIED;

    /** Returns whether the fault applies to responses of the Customer API, and not to callbacks. */
    public boolean isOfCustomerApi() {
        return name().startsWith("API_");
    }

    /** Returns a description in one line. */
    public String describe() {
        return switch (this) {
            case DROP_BEFORE_SEND -> "the callback is lost before it is sent";
            case DROP_AFTER_SEND -> "the connection is closed before the wallet's response";
            case DROP_RESPONSE -> "the wallet's response is lost";
            case DELAY -> "the callback is sent late";
            case DUPLICATE -> "the callback is sent twice at the same time";
            case DUPLICATE_LATER -> "the callback is sent again later";
            case REORDER -> "the player's next callback overtakes it";
            case CORRUPT_SIGNATURE -> "one hex digit of the signature is changed";
            case STALE_TIMESTAMP -> "the signed timestamp is six minutes old";
            case FUTURE_TIMESTAMP -> "the signed timestamp is six minutes in the future";
            case TAMPERED_BODY -> "one byte is appended after signing";
            case SLOW_BODY -> "the last bytes are sent slowly";
            case CONNECTION_RESET -> "the connection is reset after half of the callback";
            case API_ERROR -> "the Customer API responds with 500";
            case API_SLOW -> "the Customer API responds late";
            case API_GARBAGE -> "the Customer API responds with invalid JSON";
            case API_NOT_MODIFIED -> "the Customer API responds with 304 to an unconditional request";
        };
    }

    /** Returns the duration used when none is given. */
    public Duration defaultDuration() {
        return switch (this) {
            case STALE_TIMESTAMP, FUTURE_TIMESTAMP -> Duration.ofMinutes(6);
            case DELAY, DUPLICATE_LATER, REORDER, SLOW_BODY, API_SLOW -> Duration.ofSeconds(3);
            default -> Duration.ZERO;
        };
    }
}
