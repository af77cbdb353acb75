package dev.operatorkit.conformance;

import org.jspecify.annotations.Nullable;

/**
 * Says whether a run is one of two: the first leaves a checkpoint, and the second resumes it after a restart of the wallet, or days.
 *
 * @param leaves true when the run ends with rounds left open for a second run
 * @param resumed the checkpoint of the first run; null unless this is the second
 */
public record Phase(boolean leaves, @Nullable Checkpoint resumed) {
    static final Phase SINGLE = new Phase(false, null);
    static final Phase FIRST = new Phase(true, null);

    static Phase second(Checkpoint first) {
        return new Phase(false, first);
    }
}
