package dev.operatorkit.reference.simulation;

/**
 * Defines what a plan can hold: the events of a run, and which fault meets which message, movement or process. Every
 * time is in milliseconds.
 */
sealed interface Step {
    /** Lists how a bet ends. */
    enum Ending {
        WIN,
        LOSS,
        FAILURE,
        OPEN
    }

    /** Lists the faults of the network. */
    enum OnWire {
        LOSE_REQUEST,
        LOSE_ANSWER,
        CUT_ANSWER,
        SHORTEN_ANSWER,
        DELAY_REQUEST,
        DELAY_ANSWER,
        COPY,
        CLOSE_KEPT_CONNECTION
    }

    /** Lists the points of a unit of work. */
    enum Point {
        READ,
        WRITE,
        COMMIT
    }

    /** Lists the faults of the store. */
    enum InStore {
        COLLIDE,
        ROLL_BACK,
        HANG,
        LOSE_ACKNOWLEDGEMENT,
        LOSE_COMMIT,
        COMMIT_LATE,
        KILL_WALLET
    }

    /** Lists the moments of a call at which the provider can be killed. */
    enum Moment {
        SENT,
        ANSWERED
    }

    /** Plays a bet at the provider. */
    record Bet(int id, long at, String player, long stake, Ending ending, long win) implements Step {}

    /** Disturbs one message, such as {@code D1#1}, the first attempt of the debit of bet 1, or {@code S1#2}. */
    record WireFault(String message, OnWire fault, long millis) implements Step {}

    /** Disturbs the first unit of work that holds a movement, such as {@code S1}. */
    record StoreFault(String movement, Point point, InStore fault, long millis) implements Step {}

    /** Kills a process and starts it again. */
    record Crash(String process, long at, long millis) implements Step {}

    /** Kills the provider in a call, and starts it again. */
    record ProviderKill(String message, Moment moment, long millis) implements Step {}

    /** Moves the clock of a process. */
    record ClockStep(String process, long at, long millis) implements Step {}

    /** Makes the network, or the store, unreachable. */
    record Outage(String part, long at, long millis) implements Step {}
}
