package dev.operatorkit.conformance.client;

import java.time.Duration;
import java.util.Map;

/**
 * Defines what the service does wrong, or differently than usual, in a scenario.
 *
 * @param at the calls that it is about
 * @param first the number of the first call that it is about, from 1
 * @param last the number of the last one
 */
public record Disturbance(ApiEndpoint at, int first, int last, Effect effect) {
    /** Defines what happens to a call. */
    public sealed interface Effect {}

    /**
     * Answers with this response.
     *
     * @param applied true when the service does first what the call asks for
     */
    public record Answer(int status, Map<String, String> headers, String body, boolean applied) implements Effect {}

    /**
     * Closes the connection without a response.
     *
     * @param applied true when the service does first what the call asks for
     */
    public record Cut(boolean applied) implements Effect {}

    /** Sends half of the response and closes the connection. */
    public record Half() implements Effect {}

    /** Waits before the response. */
    public record Slow(Duration time) implements Effect {}

    /** Adds fields that no specification names to the response. */
    public record UnknownFields() implements Effect {}

    /** Switches a game off before the call is answered. */
    public record SwitchOff(String slug) implements Effect {}

    /** Disturbs the call with this number. */
    static Disturbance nth(ApiEndpoint at, int number, Effect effect) {
        return new Disturbance(at, number, number, effect);
    }

    /** Disturbs every call. */
    static Disturbance every(ApiEndpoint at, Effect effect) {
        return new Disturbance(at, 1, Integer.MAX_VALUE, effect);
    }

    /** Returns true for the call of this number at its endpoint. */
    public boolean isAbout(ApiEndpoint endpoint, int number) {
        return endpoint == at && number >= first && number <= last;
    }

    /** Returns true when the client may miss the response of the service. */
    boolean hindersResponse() {
        return !(effect instanceof UnknownFields || effect instanceof SwitchOff);
    }
}
