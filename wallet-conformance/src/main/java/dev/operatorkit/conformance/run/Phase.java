package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.suite.Checkpoint;
import org.jspecify.annotations.Nullable;

/**
 * Defines the part of a run when it is one of two: the first leaves a checkpoint, and the second resumes it after a restart of the
 * wallet, or days later.
 *
 * @param writer writes what the run leaves for a second run; null unless this is the first of two
 * @param resumed the checkpoint of the first run; null unless this is the second
 */
public record Phase(
        Checkpoint.@Nullable Writer writer, @Nullable Checkpoint resumed) {
    static final Phase SINGLE = new Phase(null, null);

    static Phase first(Checkpoint.Writer writer) {
        return new Phase(writer, null);
    }

    static Phase second(Checkpoint first) {
        return new Phase(null, first);
    }
}
