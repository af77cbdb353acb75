package dev.operatorkit.simulator.command;

import dev.operatorkit.simulator.time.Durations;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code simulator clock [+3d]}: what time it is there, after moving it if a span is given. */
@Command(
        name = "clock",
        description = {
            "Says what time it is for a running simulator, after moving its clock forward if a span is given.",
            "Retries, abandoned rounds and campaigns go by that clock; signatures go by the real one."
        })
public final class ClockCommand implements Callable<Integer> {
    @Mixin
    RunningSimulator simulator = new RunningSimulator();

    @Parameters(arity = "0..1", paramLabel = "+SPAN", description = "How far to move it: +3d, +1h30m, +45s.")
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
        var words = ahead.isZero() ? "not moved" : Durations.format(ahead) + " ahead";
        simulator.out().println(time.path("now").asText() + ", " + words);
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
