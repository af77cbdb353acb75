package dev.operatorkit.reference.simulation;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Defines what a plan can hold: what happens by itself, and which fault meets which message, movement or process. Every
 * time is in milliseconds. A step is written as its name and its values, and read back from that.
 */
sealed interface Step {
    List<Class<? extends Step>> KINDS = List.of(
            Bet.class,
            Posting.class,
            Script.class,
            WireFault.class,
            StoreFault.class,
            Crash.class,
            ProviderKill.class,
            ClockStep.class,
            Outage.class,
            Expiry.class,
            Misconfiguration.class);

    /** Lists how a bet ends. */
    enum Ending {
        WIN,
        LOSS,
        FAILURE,
        OPEN,
        FREE
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

    /** Deposits money at the operator, or withdraws it. */
    record Posting(int id, long at, String player, long amount) implements Step {}

    /** Sends signed callbacks beside the provider, one for each letter (see {@link ScriptedCallbacks}). */
    record Script(int id, long at, String player, String letters, long gap, int round) implements Step {}

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

    /** Ends the session of a player. */
    record Expiry(String player, long at) implements Step {}

    /** Lets a wallet refuse every settlement with 422 for a time. */
    record Misconfiguration(String wallet, long at, long millis) implements Step {}

    /** Writes a step as one line. */
    static String write(Step step) {
        return step.getClass().getSimpleName()
                + Arrays.stream(step.getClass().getRecordComponents())
                        .map(part -> " " + part.getName() + "=" + value(step, part))
                        .collect(Collectors.joining());
    }

    private static Object value(Step step, RecordComponent part) {
        try {
            return part.getAccessor().invoke(step);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads a step from its line. */
    static Step read(String line) {
        var words = line.strip().split(" ");
        var kind = KINDS.stream()
                .filter(candidate -> candidate.getSimpleName().equals(words[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no step '" + words[0] + "'."));
        var parts = kind.getRecordComponents();
        var types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
        var values = new Object[parts.length];
        for (var i = 0; i < parts.length; i++) {
            values[i] = parse(types[i], words[i + 1].substring(words[i + 1].indexOf('=') + 1));
        }
        try {
            return kind.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("The step cannot be read: " + line, e);
        }
    }

    private static Object parse(Class<?> type, String text) {
        if (type == int.class) {
            return Integer.valueOf(text);
        }
        if (type == long.class) {
            return Long.valueOf(text);
        }
        if (type == String.class) {
            return text;
        }
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(type.getSimpleName() + " has no " + text + "."));
    }
}
