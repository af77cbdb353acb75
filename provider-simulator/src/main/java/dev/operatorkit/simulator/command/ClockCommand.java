package dev.operatorkit.simulator.command;

import dev.operatorkit.simulator.time.Durations;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs {@code simulator clock [+3d]}: prints the simulator's time, after moving it if a duration is given. */
@Command(
        name = "clock",
        description = {
            "Prints the time of a running simulator, after moving its clock forward if a duration is given.",
            "Retries, abandoned rounds and campaigns use this clock; signatures use real time."
        })
final class ClockCommand implements Callable<Integer> {
    @Mixin
    RunningSimulator simulator = new RunningSimulator();

    @Parameters(arity = "0..1", paramLabel = "+SPAN", description = "How far to move the clock: +3d, +1h30m, +45s.")
    @Nullable
    String by;

    @Override
    public Integer call() {
        var span = by;
        var time = span == null
                ? simulator.get("/admin/clock")
                : simulator.change(
                        "POST",
                        "/admin/clock",
                        RunningSimulator.body().put("by", parse(span).toString()));
        var ahead = Duration.parse(time.path("ahead").asText());
        var offset = ahead.isZero() ? "not moved" : Durations.format(ahead) + " ahead";
        simulator.out().println(time.path("now").asText() + ", " + offset);
        return 0;
    }

    private Duration parse(String span) {
        try {
            return Durations.parse(span);
        } catch (IllegalArgumentException e) {
            throw simulator.usageError(String.valueOf(e.getMessage()));
        }
    }
}
