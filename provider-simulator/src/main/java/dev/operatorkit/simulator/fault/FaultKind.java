package dev.operatorkit.simulator.fault;

import java.time.Duration;

/** What can be made to go wrong. */
public enum FaultKind {
    /** The callback is lost before it is sent; the service hears nothing. */
    DROP_BEFORE_SEND,
    /** The callback is sent, and the connection closed before the answer. */
    DROP_AFTER_SEND,
    /** The wallet answers, and the answer is lost. */
    DROP_ANSWER,
    /** The callback is sent late; the time says how late. */
    DELAY,
    /** The callback is sent twice at once. */
    DUPLICATE,
    /** The callback is sent again, once the time is over. */
    DUPLICATE_LATER,
    /** The callback is held back until the player's next one went by, or the time is over; the service hears nothing. */
    REORDER,
    /** Signed with another key. */
    WRONG_SIGNATURE,
    /** Signed long ago; the time says how long. */
    STALE_TIMESTAMP,
    /** Signed in the future; the time says how far. */
    FUTURE_TIMESTAMP,
    /** One byte more than was signed. */
    TAMPERED_BODY,
    /** The last bytes trickle in over the time. */
    SLOW_BODY,
    /** The connection is reset when half of the callback is sent. */
    CONNECTION_RESET,
    /** The Customer API answers 500. */
    API_ERROR,
    /** The Customer API answers late. */
    API_SLOW,
    /** The Customer API answers what is no JSON. */
    API_GARBAGE,
    /** The Customer API answers 304 to a request that had no condition. */
    API_NOT_MODIFIED;

    /** Whether it befalls answers of the Customer API; the others befall callbacks. */
    public boolean isOfCustomerApi() {
        return name().startsWith("API_");
    }

    /** What happens, in one line. */
    public String describe() {
        return switch (this) {
            case DROP_BEFORE_SEND -> "the callback is lost on its way";
            case DROP_AFTER_SEND -> "the connection closes before the wallet's answer";
            case DROP_ANSWER -> "the wallet's answer is lost";
            case DELAY -> "the callback is sent late";
            case DUPLICATE -> "the callback is sent twice at once";
            case DUPLICATE_LATER -> "the callback is sent again later";
            case REORDER -> "the player's next callback overtakes it";
            case WRONG_SIGNATURE -> "signed with another key";
            case STALE_TIMESTAMP -> "signed six minutes ago";
            case FUTURE_TIMESTAMP -> "signed six minutes ahead";
            case TAMPERED_BODY -> "one byte more than was signed";
            case SLOW_BODY -> "the last bytes trickle in";
            case CONNECTION_RESET -> "reset when half of it was sent";
            case API_ERROR -> "the Customer API answers 500";
            case API_SLOW -> "the Customer API answers late";
            case API_GARBAGE -> "the Customer API answers what is no JSON";
            case API_NOT_MODIFIED -> "the Customer API answers 304 without cause";
        };
    }

    /** The time it takes when nobody says another. */
    public Duration defaultDuration() {
        return switch (this) {
            case STALE_TIMESTAMP, FUTURE_TIMESTAMP -> Duration.ofMinutes(6);
            case DELAY, DUPLICATE_LATER, REORDER, SLOW_BODY, API_SLOW -> Duration.ofSeconds(3);
            default -> Duration.ZERO;
        };
    }
}
