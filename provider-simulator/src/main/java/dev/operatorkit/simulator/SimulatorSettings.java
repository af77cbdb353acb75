package dev.operatorkit.simulator;

import dev.operatorkit.simulator.operator.Operator;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a simulator is started with.
 *
 * @param bind the address to listen on; loopback unless somebody decides otherwise
 * @param port the port, 0 for any free one
 * @param data the folder of the database; null keeps everything in memory
 * @param operators whom it serves
 * @param clock real time
 */
public record SimulatorSettings(
        String bind, int port, @Nullable Path data, List<Operator> operators, Clock clock) {
    /** Loopback, any free port, in memory: what a test wants. */
    public static SimulatorSettings local(Operator... operators) {
        return new SimulatorSettings("127.0.0.1", 0, null, List.of(operators), Clock.systemUTC());
    }

    /** The same on another port. */
    public SimulatorSettings withPort(int newPort) {
        return new SimulatorSettings(bind, newPort, data, operators, clock);
    }

    /** The same with its database in that folder. */
    public SimulatorSettings withData(@Nullable Path newData) {
        return new SimulatorSettings(bind, port, newData, operators, clock);
    }

    /** The same by another clock. */
    public SimulatorSettings withClock(Clock newClock) {
        return new SimulatorSettings(bind, port, data, operators, newClock);
    }
}
