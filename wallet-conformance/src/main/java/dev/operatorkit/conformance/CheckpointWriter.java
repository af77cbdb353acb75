package dev.operatorkit.conformance;

import java.io.IOException;

/** Writes what a run leaves for a second run. */
@FunctionalInterface
public interface CheckpointWriter {
    /** Writes the checkpoint; the message of an exception says what could not be written, and why. */
    void write(Checkpoint checkpoint) throws IOException;
}
